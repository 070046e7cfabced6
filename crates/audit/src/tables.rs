//! Tables of constants, such as the cards of a game, are made by the compiler, which knows of no break. In the copy those that
//! hold something to break become functions of the same name that make their table once, when the game runs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::rewrite::Edit;

/// Names of constants.
pub type Names = BTreeSet<String>;

/// What the files of a copy say about constants.
#[derive(Default)]
pub struct Survey {
    /// Each constant, with the names that it is made from. Those of one name go the same way.
    constants: BTreeMap<String, Names>,
    /// Those with something to break.
    breakable: Names,
    /// Those that the compiler has to know: in patterns, types, macros and other constants.
    fixed: Names,
}

impl Survey {
    pub fn read(&mut self, source: &str) -> Result<(), String> {
        let file = syn::parse_file(source).map_err(|error| error.to_string())?;
        Reader { survey: self, texts: texts(&file), within: None, fixed: false }.visit_file(&file);
        Ok(())
    }

    /// Constants with something to break.
    pub fn breakable(&self) -> &Names {
        &self.breakable
    }

    /// The constants that can become functions: those with something to break, and all that are made from them.
    pub fn tables(&self, but_not: &Names) -> Names {
        let mut fixed: Names = self.fixed.union(but_not).cloned().collect();
        // What a fixed constant is made from is fixed.
        while let Some(name) = self.constants.iter().find_map(|(name, from)| {
            let new = from.iter().find(|it| !fixed.contains(*it) && self.constants.contains_key(*it));
            new.filter(|_| fixed.contains(name)).cloned()
        }) {
            fixed.insert(name);
        }
        let mut tables: Names = self.breakable.difference(&fixed).cloned().collect();
        while let Some(name) = self.constants.iter().find_map(|(name, from)| {
            (!tables.contains(name) && from.iter().any(|it| tables.contains(it))).then(|| name.clone())
        }) {
            tables.insert(name);
        }
        tables
    }
}

/// Constants of a file that are mere text: they stay, whatever tables of the same name there are elsewhere.
fn texts(file: &syn::File) -> Names {
    let is_text = |expr: &syn::Expr| matches!(expr, syn::Expr::Lit(it) if matches!(it.lit, syn::Lit::Str(_)));
    let name = |item: &syn::Item| match item {
        syn::Item::Const(it) if is_text(&it.expr) => Some(it.ident.to_string()),
        _ => None,
    };
    file.items.iter().filter_map(name).collect()
}

struct Reader<'a> {
    survey: &'a mut Survey,
    texts: Names,
    within: Option<String>,
    fixed: bool,
}

impl Reader<'_> {
    fn used(&mut self, name: String) {
        if self.texts.contains(&name) {
            return;
        }
        if self.fixed {
            self.survey.fixed.insert(name);
        } else if let Some(constant) = &self.within {
            self.survey.constants.entry(constant.clone()).or_default().insert(name);
        }
    }

    fn fixed(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.fixed, true);
        visit(self);
        self.fixed = outside;
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) if self.texts.contains(&name.to_string()) => {}
                TokenTree::Ident(name) => {
                    self.survey.fixed.insert(name.to_string());
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                // Names in braces of a text that is formatted.
                TokenTree::Literal(text) => {
                    let text = text.to_string();
                    for part in text.split('{').skip(1) {
                        let name = part.split(|it: char| !it.is_alphanumeric() && it != '_').next();
                        let name = name.unwrap_or_default().to_string();
                        if !self.texts.contains(&name) {
                            self.survey.fixed.insert(name);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        let name = it.ident.to_string();
        if self.texts.contains(&name) {
            return;
        }
        self.survey.constants.entry(name.clone()).or_default();
        self.fixed(|reader| reader.visit_type(&it.ty));
        self.within = Some(name);
        self.visit_expr(&it.expr);
        self.within = None;
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let within = self.within.take();
        visit::visit_expr_closure(self, closure);
        self.within = within;
    }

    fn visit_item_static(&mut self, it: &'ast syn::ItemStatic) {
        self.fixed(|reader| visit::visit_item_static(reader, it));
    }
    fn visit_impl_item_const(&mut self, it: &'ast syn::ImplItemConst) {
        self.fixed(|reader| visit::visit_impl_item_const(reader, it));
    }
    fn visit_trait_item_const(&mut self, it: &'ast syn::TraitItemConst) {
        self.fixed(|reader| visit::visit_trait_item_const(reader, it));
    }
    fn visit_expr_const(&mut self, it: &'ast syn::ExprConst) {
        self.fixed(|reader| visit::visit_expr_const(reader, it));
    }
    fn visit_type(&mut self, it: &'ast syn::Type) {
        self.fixed(|reader| visit::visit_type(reader, it));
    }
    fn visit_pat(&mut self, it: &'ast syn::Pat) {
        self.fixed(|reader| visit::visit_pat(reader, it));
    }
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.used(it.ident.to_string());
    }
    fn visit_item_enum(&mut self, it: &'ast syn::ItemEnum) {
        self.fixed(|reader| visit::visit_item_enum(reader, it));
    }
    fn visit_generic_argument(&mut self, it: &'ast syn::GenericArgument) {
        self.fixed(|reader| visit::visit_generic_argument(reader, it));
    }
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        match it.sig.constness {
            Some(_) => self.fixed(|reader| visit::visit_item_fn(reader, it)),
            None => visit::visit_item_fn(self, it),
        }
    }
    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        match it.sig.constness {
            Some(_) => self.fixed(|reader| visit::visit_impl_item_fn(reader, it)),
            None => visit::visit_impl_item_fn(self, it),
        }
    }

    fn visit_expr_repeat(&mut self, it: &'ast syn::ExprRepeat) {
        self.visit_expr(&it.expr);
        self.fixed(|reader| reader.visit_expr(&it.len));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(last) = path.segments.last() {
            self.used(last.ident.to_string());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        if let (syn::Lit::Int(_), Some(constant)) = (&literal.lit, &self.within) {
            self.survey.breakable.insert(constant.clone());
        }
    }
}

/// How a file is written when these constants are functions: each edit with the constant that it is for.
pub fn edits(source: &str, tables: &Names) -> Result<Vec<(String, Edit)>, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let tables = &tables.difference(&texts(&file)).cloned().collect();
    let mut writer = TableWriter { source, tables, within: None, edits: Vec::new() };
    writer.visit_file(&file);
    Ok(writer.edits)
}

struct TableWriter<'a> {
    source: &'a str,
    tables: &'a Names,
    within: Option<String>,
    edits: Vec<(String, Edit)>,
}

impl TableWriter<'_> {
    fn edit(&mut self, name: &str, range: Range<usize>, text: &str) {
        self.edits.push((name.to_string(), Edit::instead(range, text)));
    }

    fn constant(&mut self, it: &syn::ItemConst) {
        let name = it.ident.to_string();
        let mut kind =
            Lifetimes { source: self.source, from: it.ty.span().byte_range().start, text: String::new() };
        kind.visit_type(&it.ty);
        let kind = kind.finish(it.ty.span().byte_range().end);
        self.edit(&name, it.const_token.span.byte_range(), "fn");
        let head = it.ident.span().byte_range().end..it.eq_token.span.byte_range().end;
        let made = format!(
            "() -> {kind} {{ static KEPT: std::sync::OnceLock<{kind}> = std::sync::OnceLock::new(); KEPT.get_or_init(|| "
        );
        self.edit(&name, head, &made);
        self.edit(&name, it.semi_token.span.byte_range(), ").clone() }");
    }
}

impl<'ast> Visit<'ast> for TableWriter<'_> {
    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        let name = it.ident.to_string();
        if self.tables.contains(&name) {
            self.constant(it);
            self.within = Some(name);
        }
        self.visit_expr(&it.expr);
        self.within = None;
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let within = self.within.take();
        visit::visit_expr_closure(self, closure);
        self.within = within;
    }

    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        if let Some(name) = &self.within {
            let edit = Edit {
                range: it.span().byte_range(),
                kept: it.expr.span().byte_range(),
                before: "::audited::kept(".to_string(),
                after: ")".to_string(),
            };
            self.edits.push((name.clone(), edit));
        }
        visit::visit_expr_reference(self, it);
    }

    fn visit_expr_path(&mut self, it: &'ast syn::ExprPath) {
        if let Some(last) = it.path.segments.last().map(|it| it.ident.to_string())
            && self.tables.contains(&last)
        {
            let range = it.span().byte_range();
            let edit = Edit { kept: range.clone(), range, before: String::new(), after: "()".to_string() };
            self.edits.push((last, edit));
        }
    }

    fn visit_expr_repeat(&mut self, it: &'ast syn::ExprRepeat) {
        self.visit_expr(&it.expr);
    }
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
}

/// The kind of a constant, with the lifetime that goes without saying there.
struct Lifetimes<'a> {
    source: &'a str,
    from: usize,
    text: String,
}

impl Lifetimes<'_> {
    fn finish(mut self, end: usize) -> String {
        self.text.push_str(&self.source[self.from..end]);
        self.text
    }
}

impl<'ast> Visit<'ast> for Lifetimes<'_> {
    fn visit_type_reference(&mut self, it: &'ast syn::TypeReference) {
        if it.lifetime.is_none() {
            let after = it.and_token.span.byte_range().end;
            self.text.push_str(&self.source[self.from..after]);
            self.text.push_str("'static ");
            self.from = after;
        }
        visit::visit_type_reference(self, it);
    }
    fn visit_type_bare_fn(&mut self, _: &'ast syn::TypeBareFn) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rewrite::rewrite;

    fn tables(source: &str) -> Vec<String> {
        let mut survey = Survey::default();
        survey.read(source).unwrap();
        survey.tables(&Names::new()).into_iter().collect()
    }

    #[test]
    fn tables_hold_quantities_or_other_tables() {
        assert_eq!(tables("const A: u8 = 1; const B: C = d(&[A]); const E: &str = \"e\";"), ["A", "B"]);
    }

    #[test]
    fn what_the_compiler_has_to_know_stays() {
        assert_eq!(tables("const A: u8 = 1; fn f(it: [u8; A]) {}"), [""; 0]);
        assert_eq!(tables("const A: u8 = 1; fn f() { match a { A => b, _ => c } }"), [""; 0]);
        assert_eq!(tables("const A: u8 = 1; const B: u8 = A; const fn f() -> u8 { B }"), [""; 0]);
        assert_eq!(tables("const A: u8 = 1; fn f() { assert!(A > b); }"), [""; 0]);
        assert_eq!(tables("const A: u8 = 1; fn f() { println!(\"{A:3}\"); }"), [""; 0]);
    }

    #[test]
    fn a_text_of_the_same_name_stays() {
        let mut survey = Survey::default();
        survey.read("const A: &[u8] = &[1];").unwrap();
        survey.read("const A: &str = \"a\"; fn f() { say!(A) }").unwrap();
        let tables = survey.tables(&Names::new());
        assert_eq!(tables, Names::from(["A".to_string()]));
        assert_eq!(edits("const A: &str = \"a\"; fn f() { g(A) }", &tables).unwrap(), []);
    }

    #[test]
    fn a_table_is_made_when_the_game_runs() {
        let source = "pub const A: &[u8] = &[1, B];\nfn f() -> u8 { A[0] }\nconst C: F = || A[0];";
        let names = Names::from(["A".to_string(), "B".to_string()]);
        let edits: Vec<Edit> = edits(source, &names).unwrap().into_iter().map(|(_, edit)| edit).collect();
        assert_eq!(
            rewrite(source, &edits).text,
            "pub fn A() -> &'static [u8] { static KEPT: std::sync::OnceLock<&'static [u8]> = std::sync::OnceLock::new(); \
             KEPT.get_or_init(||  ::audited::kept([1, B()])).clone() }\nfn f() -> u8 { A()[0] }\n\
             const C: F = || A()[0];"
        );
    }
}
