//! Where a rule stands. This module owns how the files name the lines of a game's authority; it does not know the
//! authorities.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Where the game's authority says what a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Source {
    /// In these lines, both included.
    Lines { first: u32, last: u32 },
    /// Nowhere: it presupposes the rule and leaves it out.
    Known,
}

/// The text given names no source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSource(String);

impl fmt::Display for UnknownSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown source {:?} (expected \"known\", \"line 3\" or \"lines 3-5\")", self.0)
    }
}

impl std::error::Error for UnknownSource {}

impl FromStr for Source {
    type Err = UnknownSource;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let line = |number: &str| number.parse::<u32>().ok().filter(|line| *line > 0);
        let one = || line(text.strip_prefix("line ")?).map(|line| Source::Lines { first: line, last: line });
        let several = || {
            let (first, last) = text.strip_prefix("lines ")?.split_once('-')?;
            let (first, last) = (line(first)?, line(last)?);
            (first < last).then_some(Source::Lines { first, last })
        };
        let known = (text == "known").then_some(Source::Known);
        known.or_else(one).or_else(several).ok_or_else(|| UnknownSource(text.to_owned()))
    }
}

impl TryFrom<String> for Source {
    type Error = UnknownSource;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Source> for String {
    fn from(source: Source) -> String {
        source.to_string()
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Lines { first, last } if first == last => write!(f, "line {first}"),
            Source::Lines { first, last } => write!(f, "lines {first}-{last}"),
            Source::Known => f.write_str("known"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_as_they_are_written() {
        for text in ["known", "line 12", "lines 695-697"] {
            assert_eq!(text.parse::<Source>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nothing_else_is_a_source() {
        for text in ["", "line", "line 0", "line 3-5", "lines 5", "lines 5-3", "lines 5-5", "page 3", "Known"]
        {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
    }
}
