//! Refusals: typed trouble inside the server, and the words and status codes in which clients hear of it.

use std::time::Duration;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook::{RuleId, Text, Words};
use store::StoreError;
use table::{Denial, Fault, Lang};

use crate::protocol::{Code, FaultInfo, NotDone, Refusal};

/// Why something was not done. Nothing has changed, except perhaps after `Unavailable`.
#[derive(Clone, Debug)]
pub enum Trouble {
    Denied(Denial),
    NotAsked,
    Outdated,
    Malformed(Wrong),
    /// Well formed, but it names what is not there or cannot be used.
    Unfit(Wrong),
    Over,
    NotYours,
    /// A browser was sent here by the page of another site.
    Foreign,
    Taken,
    /// Somebody has asked to take something back, and not everybody has agreed or refused yet.
    AskedAlready,
    /// Somebody has an account with this name, or one that looks like it.
    NameTaken,
    NotFound,
    Faulty(Vec<Fault>),
    TooLarge,
    /// Too many requests; it helps to wait so long.
    TooMany(Duration),
    /// The request did not arrive in time.
    Slow,
    /// There is something at this address, but not for such a request.
    WrongMethod,
    Login,
    ReadOnly,
    Unavailable,
    /// Whoever asks has as many of these as one may have.
    Enough(u64),
    /// More waits to be done than can be done soon.
    Busy,
    /// What was kept cannot be read or played any more.
    Damaged,
}

/// What is wrong with a request.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// A sentence for whoever made it.
    Said(Text),
    /// What only a program can have got wrong: a detail for those who write programs, in English.
    Detail(String),
}

impl From<table::Refusal> for Trouble {
    fn from(refusal: table::Refusal) -> Self {
        match refusal {
            table::Refusal::NotAsked => Trouble::NotAsked,
            table::Refusal::Malformed(what) => Trouble::unfit(what.to_string()),
            table::Refusal::Outdated => Trouble::Outdated,
            table::Refusal::Denied(denial) => Trouble::Denied(denial),
            table::Refusal::TooMany(capacity) => Trouble::Unfit(Wrong::Said(capacity.text())),
            table::Refusal::Over => Trouble::Over,
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Trouble::NotFound,
            StoreError::Exists => Trouble::Taken,
            StoreError::Conflict => Trouble::Outdated,
            StoreError::Busy => Trouble::Busy,
            StoreError::ReadOnly => Trouble::ReadOnly,
            StoreError::Invalid(what) => Trouble::malformed(what),
            StoreError::Corrupt(what) => {
                tracing::error!(what, "what the store has is damaged");
                Trouble::Damaged
            }
            other => {
                tracing::error!(error = %other, "the store failed");
                Trouble::Unavailable
            }
        }
    }
}

pub fn rule_title(rule: RuleId, lang: Lang) -> String {
    rule.entry().map_or_else(|| rule.to_string(), |entry| entry.title.in_(lang).to_string())
}

pub fn fault_info(fault: &Fault, lang: Lang) -> FaultInfo {
    FaultInfo {
        place: fault.place.in_(lang).to_string(),
        text: fault.what.in_(lang).to_string(),
        near: fault.near().iter().map(|name| name.in_(lang).to_string()).collect(),
        rule: fault.rule.map(|rule| rule.to_string()),
        rule_title: fault.rule.map(|rule| rule_title(rule, lang)),
    }
}

impl Code {
    /// With which status a request is refused.
    pub fn status(self) -> StatusCode {
        match self {
            Code::Denied | Code::Faulty | Code::Unfit => StatusCode::UNPROCESSABLE_ENTITY,
            Code::NotAsked | Code::Outdated | Code::Over | Code::Taken => StatusCode::CONFLICT,
            Code::Malformed => StatusCode::BAD_REQUEST,
            Code::NotYours | Code::ReadOnly | Code::Enough => StatusCode::FORBIDDEN,
            Code::Login => StatusCode::UNAUTHORIZED,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Slow => StatusCode::REQUEST_TIMEOUT,
            Code::Unavailable | Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Trouble {
    /// Not understood, for a reason that concerns those who write programs.
    pub fn malformed(detail: impl Into<String>) -> Trouble {
        Trouble::Malformed(Wrong::Detail(detail.into()))
    }

    /// The same, where the form is right.
    pub fn unfit(detail: impl Into<String>) -> Trouble {
        Trouble::Unfit(Wrong::Detail(detail.into()))
    }

    /// Not understood, and people can do something about it.
    pub fn wrong(en: impl Into<String>, de: impl Into<String>) -> Trouble {
        Trouble::Malformed(Wrong::Said(Text::new(en, de)))
    }

    fn code(&self) -> Code {
        match self {
            Trouble::Denied(_) => Code::Denied,
            Trouble::NotAsked => Code::NotAsked,
            Trouble::Outdated => Code::Outdated,
            Trouble::Malformed(_) => Code::Malformed,
            Trouble::Unfit(_) => Code::Unfit,
            Trouble::Over => Code::Over,
            Trouble::NotYours | Trouble::Foreign => Code::NotYours,
            Trouble::Taken | Trouble::AskedAlready | Trouble::NameTaken => Code::Taken,
            Trouble::NotFound => Code::NotFound,
            Trouble::Faulty(_) => Code::Faulty,
            Trouble::TooLarge => Code::TooLarge,
            Trouble::TooMany(_) => Code::TooMany,
            Trouble::Slow => Code::Slow,
            Trouble::WrongMethod => Code::WrongMethod,
            Trouble::Login => Code::Login,
            Trouble::ReadOnly => Code::ReadOnly,
            Trouble::Unavailable => Code::Unavailable,
            Trouble::Enough(_) => Code::Enough,
            Trouble::Busy => Code::Busy,
            Trouble::Damaged => Code::Damaged,
        }
    }

    fn words(&self) -> Words {
        match self {
            Trouble::Denied(denial) => denial.why,
            Trouble::NotAsked => {
                Words::new("This seat has no decision to make now.", "Dieser Platz ist gerade nicht dran.")
            }
            Trouble::Outdated => Words::new(
                "The table has moved on since you last looked at it.",
                "Am Tisch ging es weiter, seit du zuletzt hingesehen hast.",
            ),
            Trouble::Malformed(_) => {
                Words::new("The request was not understood.", "Die Anfrage war nicht zu verstehen.")
            }
            Trouble::Unfit(_) => {
                Words::new("What was asked for does not exist.", "Das Gewünschte gibt es nicht.")
            }
            Trouble::Over => Words::new("The game is over.", "Das Spiel ist zu Ende."),
            Trouble::NotYours => Words::new("This seat is not yours.", "Dieser Platz gehört dir nicht."),
            Trouble::Foreign => Words::new(
                "This request comes from another website.",
                "Diese Anfrage kommt von einer fremden Website.",
            ),
            Trouble::AskedAlready => Words::new(
                "Somebody has already asked to take something back; that comes first.",
                "Jemand hat schon darum gebeten, etwas zurückzunehmen; das kommt zuerst.",
            ),
            Trouble::NameTaken => Words::new(
                "This name, or one that looks like it, is taken.",
                "Dieser oder ein zum Verwechseln ähnlicher Name ist vergeben.",
            ),
            Trouble::Taken => Words::new("Somebody else was faster.", "Jemand anders war schneller."),
            Trouble::NotFound => Words::new("This was not found.", "Das wurde nicht gefunden."),
            Trouble::Faulty(_) => {
                Words::new("This cannot be played as it is.", "So kann nicht gespielt werden.")
            }
            Trouble::TooLarge => Words::new("This is too large.", "Das ist zu groß."),
            Trouble::Slow => Words::new(
                "The request did not arrive in time; send it again.",
                "Die Anfrage kam nicht rechtzeitig an; schicke sie noch einmal.",
            ),
            Trouble::WrongMethod => Words::new(
                "This address takes no requests of this kind.",
                "Diese Adresse nimmt solche Anfragen nicht an.",
            ),
            Trouble::TooMany(_) => {
                Words::new("Too many requests; wait a moment.", "Zu viele Anfragen; warte einen Augenblick.")
            }
            Trouble::Login => Words::new("Name or password is wrong.", "Name oder Passwort ist falsch."),
            Trouble::ReadOnly => Words::new(
                "This server is read-only; nothing can be changed.",
                "Dieser Server ist schreibgeschützt; nichts kann geändert werden.",
            ),
            Trouble::Unavailable => Words::new(
                "The server cannot do that right now; try again in a moment.",
                "Der Server kann das gerade nicht; versuche es gleich noch einmal.",
            ),
            Trouble::Enough(_) => {
                Words::new("You have reached the limit for this", "Damit ist die Höchstzahl erreicht")
            }
            Trouble::Busy => Words::new(
                "The server has too much to do right now; try again in a few seconds.",
                "Der Server hat gerade zu viel zu tun; versuche es in ein paar Sekunden noch einmal.",
            ),
            Trouble::Damaged => Words::new(
                "The saved data is damaged, so this cannot go on; the operator of this server can check the store.",
                "Die gespeicherten Daten sind beschädigt; so geht es nicht weiter. Wer diesen Server betreibt, kann den Speicher \
                 prüfen.",
            ),
        }
    }

    pub fn status(&self) -> StatusCode {
        self.code().status()
    }

    /// When it makes sense to try again, in seconds.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Trouble::TooMany(wait) => Some(wait.as_secs() + 1),
            Trouble::Busy => Some(3),
            Trouble::Unavailable => Some(1),
            _ => None,
        }
    }

    pub fn told(&self, lang: Lang) -> Refusal {
        let mut text = self.words().in_(lang).to_string();
        match self {
            Trouble::Malformed(Wrong::Said(what)) | Trouble::Unfit(Wrong::Said(what)) => {
                text = what.in_(lang).to_string();
            }
            Trouble::Enough(most) => text = format!("{text}: {most}."),
            _ => {}
        }
        let (mut rule, mut detail, mut faults) = (None, None, Vec::new());
        match self {
            Trouble::Denied(denial) => rule = Some(denial.rule),
            Trouble::Malformed(Wrong::Detail(what)) | Trouble::Unfit(Wrong::Detail(what)) => {
                detail = Some(what.clone());
            }
            Trouble::Faulty(found) => faults = found.iter().map(|fault| fault_info(fault, lang)).collect(),
            _ => {}
        }
        Refusal {
            code: self.code(),
            text,
            rule: rule.map(|rule| rule.to_string()),
            rule_title: rule.map(|rule| rule_title(rule, lang)),
            detail,
            faults,
        }
    }
}

/// Trouble as an HTTP answer, in the language of the request.
pub struct Told(pub Trouble, pub Lang);

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        let Told(trouble, lang) = self;
        let body = Json(NotDone { refusal: trouble.told(lang) });
        let mut response = (trouble.status(), body).into_response();
        if let Some(seconds) = trouble.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
