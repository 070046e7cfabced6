//! How much one browser and one address may keep on this server. Finished games stay for ever and count for nothing; what was left
//! behind unused goes after a while (`store::Expiry`).

use store::Kind;

use crate::caller::KeyHash;
use crate::http::App;
use crate::refusal::Trouble;
use crate::request::Visitor;

/// How many of a kind one browser, and one address with all its browsers, may have.
fn most(kind: Kind) -> (u64, u64) {
    match kind {
        // Until their game is over.
        Kind::Table => (100, 1000),
        Kind::List => (300, 3000),
        Kind::Replay => (100, 1000),
    }
}

/// Who makes something: under these names it is counted.
pub struct Maker {
    kind: Kind,
    holders: Vec<String>,
}

impl Maker {
    /// Whoever asks, if they may make one more of this kind.
    pub async fn of(app: &App, visitor: &Visitor, kind: Kind) -> Result<Maker, Trouble> {
        if !app.limits.are_kept() {
            return Ok(Maker { kind, holders: Vec::new() });
        }
        let (each_browser, each_address) = most(kind);
        // The address is not kept, only what recognises it.
        let address = format!("address:{}", KeyHash::of(&visitor.address.to_string()).0);
        let browser = visitor.caller.holders().into_iter().next();
        let counted =
            browser.map(|browser| (browser, each_browser)).into_iter().chain([(address, each_address)]);
        let mut holders = Vec::new();
        for (holder, most) in counted {
            if app.hub.store.count_made(&holder, kind).await? >= most {
                return Err(Trouble::Enough(most));
            }
            holders.push(holder);
        }
        Ok(Maker { kind, holders })
    }

    /// Notes that it was made.
    pub async fn made(&self, app: &App, thing: &str) {
        if self.holders.is_empty() {
            return;
        }
        if let Err(error) = app.hub.store.remember_makers(self.kind, thing, &self.holders).await {
            tracing::warn!(thing, %error, "who made it was not noted");
        }
    }
}
