//! Reading files that people write: TOML, or JSON if the text begins with a brace.

use serde::de::DeserializeOwned;

use crate::Fault;

/// The value of a file, or where and why it is not well formed.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    let fault = |place: String, what: String| vec![Fault { place, rule: None, what }];
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| {
            fault(format!("line {} column {}", error.line(), error.column()), error.to_string())
        });
    }
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let place =
            before.map_or(String::new(), |before| format!("line {}", before.matches('\n').count() + 1));
        fault(place, error.message().to_string())
    })
}
