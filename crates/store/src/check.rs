//! What is refused before it reaches a database, so that both stores refuse the same. Also the one place that says when two
//! names are the same account, or look as if they were.

use crate::{StoreError, Summary};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// Bytes of an id, a key, a name or a hash.
pub const MAX_KEY: usize = 512;

/// Bytes of one record, snapshot, summary or saved list.
pub const MAX_BODY: usize = 32 << 20;

/// Characters of the name of a list.
pub const MAX_LIST_NAME: usize = 100;

/// Bytes of the body of a list.
pub const MAX_LIST: usize = 256 << 10;

/// Bytes of all records of one append.
pub const MAX_APPEND: usize = 256 << 20;

pub fn key(text: &str) -> Result<(), StoreError> {
    if text.is_empty() {
        return Err(StoreError::Invalid("an empty key".into()));
    }
    fits(text, MAX_KEY)
}

pub fn body(text: &str) -> Result<(), StoreError> {
    fits(text, MAX_BODY)
}

pub fn bodies(texts: &[String]) -> Result<(), StoreError> {
    let bytes: usize = texts.iter().map(String::len).sum();
    if bytes > MAX_APPEND {
        return Err(StoreError::Invalid(format!("{bytes} bytes at once where {MAX_APPEND} are allowed")));
    }
    texts.iter().try_for_each(|text| body(text))
}

pub fn summary(summary: &Summary) -> Result<(), StoreError> {
    fits(&summary.game, MAX_KEY)?;
    fits(&summary.status, MAX_KEY)?;
    body(&summary.body)
}

fn fits(text: &str, limit: usize) -> Result<(), StoreError> {
    if text.len() > limit {
        return Err(StoreError::Invalid(format!("{} bytes where {limit} are allowed", text.len())));
    }
    // PostgreSQL cannot keep it, and SQLite's own functions end a text there.
    if text.as_bytes().contains(&0) {
        return Err(StoreError::Invalid("a NUL character".into()));
    }
    Ok(())
}

/// The form of an account's name that is compared. Made here and not by the database, whose collations differ.
pub fn folded(name: &str) -> Result<String, StoreError> {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).nfkc().collect();
    key(&folded)?;
    key(name)?;
    Ok(folded)
}

/// How a name looks to a reader, whatever alphabets its letters are from. Names look alike if they share one of these: as it is
/// written (`l1I` and `lll`), in small letters and in capitals (`admin` and `АDМIN`), because a reader knows both as one name.
pub fn looks(name: &str) -> Vec<String> {
    let written: String = name.nfkc().collect();
    let forms = [written.to_lowercase(), written.to_uppercase(), written];
    let mut looks: Vec<String> = forms.iter().map(|form| look(form)).collect();
    looks.sort();
    looks.dedup();
    looks
}

/// One letter may become several that look like it; where that gets too long for a key, its beginning is enough.
fn look(form: &str) -> String {
    let mut look = skeleton(form).collect::<String>().to_lowercase();
    look.truncate(look.floor_char_boundary(MAX_KEY));
    look
}

/// The folded name of an account that is to exist already; an impossible name is one nobody has.
pub fn known(name: &str) -> Result<String, StoreError> {
    folded(name).map_err(|_| StoreError::NotFound)
}

pub fn list(share_key: &str, game: &str, name: &str, text: &str) -> Result<(), StoreError> {
    key(share_key)?;
    fits(game, MAX_KEY)?;
    fits(name, MAX_KEY)?;
    let letters = name.chars().count();
    if letters > MAX_LIST_NAME {
        let why = format!("a name of {letters} characters where {MAX_LIST_NAME} are allowed");
        return Err(StoreError::Invalid(why));
    }
    fits(text, MAX_LIST)
}

/// A snapshot of records that are not there.
pub fn future() -> StoreError {
    StoreError::Invalid("a snapshot of more records than the stream has".into())
}

/// Where records begin and end, as the databases count.
pub fn span(next: u64, count: usize) -> Option<(i64, i64)> {
    let from = place(next)?;
    Some((from, from.checked_add(i64::try_from(count).ok()?)?))
}

/// A place in a stream as the databases count.
pub fn place(seq: u64) -> Option<i64> {
    i64::try_from(seq).ok()
}

/// A place as a database gave it.
pub fn found_place(seq: i64) -> Result<u64, StoreError> {
    u64::try_from(seq).map_err(|_| StoreError::Corrupt(format!("a negative place {seq} in a stream")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold() {
        for same in ["Ärger", "äRGER", "A\u{308}rger"] {
            assert_eq!(folded(same).unwrap(), "ärger");
        }
        assert_ne!(folded("a").unwrap(), folded("ä").unwrap());
        assert!(folded("").is_err());
    }

    #[test]
    fn looks_have_bounds() {
        assert!(looks(&"ﷺ".repeat(170)).iter().all(|look| look.len() <= MAX_KEY));
    }
}
