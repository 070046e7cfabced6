//! What a browser asks for before it can show a table: the page, and the files that the page names. They are found by reading
//! them, as a browser does; no list of the client's files stands here.

use std::collections::HashSet;

use crate::http::{Browser, Lost};

/// Modules that are loaded by name only when their page is opened: a player comes through the lobby to a table.
const OPENED: [&str; 2] = ["lobby", "table"];

/// The page and its files, each with the tag of its version.
#[derive(Debug, Default)]
pub struct Page {
    files: Vec<(String, Option<String>)>,
}

impl Page {
    /// Reads the page and everything it names.
    pub async fn find(browser: &mut Browser) -> Result<Page, Lost> {
        let mut page = Page::default();
        let mut known = HashSet::from(["/".to_string()]);
        let mut waiting = vec!["/".to_string()];
        let mut buffer = Vec::new();
        while let Some(path) = waiting.pop() {
            let reply = browser.get(&path).await?;
            if reply.status != 200 {
                continue;
            }
            let text = String::from_utf8_lossy(reply.text(&mut buffer));
            let named = if path == "/" { named_in_html(&text) } else { named_in_module(&path, &text) };
            waiting.extend(named.into_iter().filter(|file| known.insert(file.clone())));
            page.files.push((path, reply.etag));
        }
        Ok(page)
    }

    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Loads everything as on a first visit, or as on a later one, when the browser asks only whether its copies are still good.
    /// Returns the bytes received.
    pub async fn load(&self, browser: &mut Browser, again: bool) -> Result<usize, Lost> {
        let mut bytes = 0;
        for (path, etag) in &self.files {
            bytes += browser.get_again(path, etag.as_deref().filter(|_| again)).await?.bytes();
        }
        Ok(bytes)
    }
}

/// Addresses of this server in `href="…"` and `src="…"`, but not those that lead to another page.
fn named_in_html(text: &str) -> Vec<String> {
    let attributes = text.split("href=\"").skip(1).chain(text.split("src=\"").skip(1));
    let addresses = attributes.filter_map(|rest| rest.split('"').next());
    addresses
        .filter(|address| address.starts_with('/') && address.contains('.'))
        .map(str::to_string)
        .collect()
}

fn named_in_module(path: &str, text: &str) -> Vec<String> {
    if !path.ends_with(".js") {
        return Vec::new();
    }
    let quoted = |start: &'static str| text.split(start).skip(1).filter_map(|rest| rest.split('\'').next());
    let always = quoted("from '").chain(quoted("import '"));
    let opened = quoted("import('").filter(|name| OPENED.iter().any(|page| name.contains(page)));
    // What stands in comments about types names declarations, which are no files of the page.
    let modules = always.chain(opened).filter(|name| name.starts_with('.') && !name.contains("/types/"));
    modules.map(|name| resolve(path, name)).collect()
}

/// The address that `name` has when `path` names it.
fn resolve(path: &str, name: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_its_files() {
        let html = r##"<link href="/style/base.css" /><a href="#main"></a><a href="/rules"></a><script src="/app/main.js">"##;
        assert_eq!(named_in_html(html), ["/style/base.css", "/app/main.js"]);
    }

    #[test]
    fn a_module_names_others_beside_and_above_it() {
        let module = "import { a } from '../api.js';\nimport './settings.js';\n/** @type {import('../types/x.js').A} */\n\
                      const later = () => import('./table/table.js'); const other = () => import('./rules.js');";
        assert_eq!(
            named_in_module("/app/table/main.js", module),
            ["/app/api.js", "/app/table/settings.js", "/app/table/table/table.js"]
        );
    }
}
