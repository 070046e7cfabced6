//! Who is calling: the key in a browser's cookie or a script's header, and the account that is logged in, if any.
//!
//! A seat is held by whoever has its key. Keys are 256 random bits; the server keeps only their hashes, so neither the
//! store nor a backup of it opens a seat.

use std::ops::RangeInclusive;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The cookie with the browser's own key.
pub const KEY_COOKIE: &str = "sandtable";
/// The cookie with the token of a login.
pub const LOGIN_COOKIE: &str = "sandtable-login";

/// How long keys are that scripts make up for themselves.
pub const KEY_LENGTHS: RangeInclusive<usize> = 16..=200;

/// The hash of a key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyHash(pub String);

impl KeyHash {
    pub fn of(key: &str) -> KeyHash {
        KeyHash(URL_SAFE_NO_PAD.encode(Sha256::digest(key.as_bytes())))
    }
}

/// Somebody who asks for something.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// Hashes of the keys that came with the request; the first is the one that gets new seats.
    pub keys: Vec<KeyHash>,
    pub account: Option<String>,
}

impl Caller {
    /// Under which names the store remembers the caller's seats.
    pub fn holders(&self) -> Vec<String> {
        let keys = self.keys.iter().map(|key| format!("key:{}", key.0));
        self.account.iter().map(|account| format!("account:{account}")).chain(keys).collect()
    }
}

/// Random text that nobody can guess: `bytes` times eight bits.
pub fn random_text(bytes: usize) -> String {
    let mut buffer = vec![0; bytes];
    getrandom::fill(&mut buffer).expect("the operating system gives random numbers");
    URL_SAFE_NO_PAD.encode(buffer)
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value)
}

/// A key that is too short to be safe or longer than any that is needed.
pub struct UnfitKey;

/// The keys of a request: a script's `Authorization: Bearer` first, which must be of a proper length, then the cookie's.
pub fn keys(headers: &HeaderMap) -> Result<Vec<KeyHash>, UnfitKey> {
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let usable = |key: &&str| KEY_LENGTHS.contains(&key.len());
    if bearer.is_some_and(|key| !usable(&key)) {
        return Err(UnfitKey);
    }
    Ok(bearer.into_iter().chain(cookie(headers, KEY_COOKIE).filter(usable)).map(KeyHash::of).collect())
}

/// A `Set-Cookie` header. `secure` if the table is served over HTTPS.
pub fn set_cookie(name: &str, value: &str, days: u32, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{secure}", u64::from(days) * 86_400)
}

/// The hash of a password, for keeping.
pub fn hash_password(password: &str) -> Option<String> {
    let hash = argon2::Argon2::default().hash_password(password.as_bytes()).ok()?;
    Some(hash.to_string())
}

/// Whether this is the password. Takes as long for an account that does not exist.
pub fn verify_password(password: &str, hash: Option<&str>) -> bool {
    const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$\
                          ZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY";
    let parsed = argon2::PasswordHash::new(hash.unwrap_or(NOBODY));
    let right = parsed
        .is_ok_and(|parsed| argon2::Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok());
    right && hash.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_recognised() {
        let hash = hash_password("correct horse").unwrap();
        assert!(verify_password("correct horse", Some(&hash)));
        assert!(!verify_password("wrong horse", Some(&hash)));
        assert!(!verify_password("correct horse", None));
        assert!(!verify_password("correct horse", Some("nonsense")));
    }

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, "a=1; sandtable=key-of-this-browser; b=2".parse().unwrap());
        assert_eq!(cookie(&headers, KEY_COOKIE), Some("key-of-this-browser"));
        assert_eq!(cookie(&headers, "c"), None);
        assert!(keys(&headers).is_ok_and(|keys| keys == [KeyHash::of("key-of-this-browser")]));
        headers.insert(header::AUTHORIZATION, "Bearer too-short".parse().unwrap());
        assert!(keys(&headers).is_err(), "a script that is not understood hears of it");
    }
}
