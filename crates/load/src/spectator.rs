//! Somebody who watches a table without a seat. What a spectator is sent is counted, not read.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::crowd::{Crowd, Phase};
use crate::http::{Browser, Lost};
use crate::luck::Luck;
use crate::socket;

/// Before looking for a table again.
const PAUSE: Duration = Duration::from_millis(500);

/// Watches one player after the other, each until the game is over.
pub async fn run(crowd: Arc<Crowd>, number: usize) {
    let mut luck = Luck::new(crowd.seed, u64::MAX - number as u64);
    let mut phase = crowd.phase.clone();
    while !crowd.is_over() {
        let mut browser =
            Browser::new(crowd.address(&mut luck), format!("spectator-{number}-of-the-load-program"));
        let watching = async {
            if let Some(table) = crowd.table_of(number)
                && let Err(lost) = watch(&crowd, &mut browser, &table).await
            {
                crowd.tally.error(lost.kind());
            }
            sleep(PAUSE).await;
        };
        tokio::select! {
            () = watching => {}
            _ = phase.wait_for(|phase| matches!(phase, Phase::Over)) => {}
        }
    }
}

async fn watch(crowd: &Crowd, browser: &mut Browser, table: &str) -> Result<(), Lost> {
    let mut socket = socket::open(browser, table, crowd.mix.scenes).await?;
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message.map_err(Box::new)? {
            crowd.tally.saw(text.len(), false);
            if text.contains(r#""stage":"over""#) {
                break;
            }
        }
    }
    Ok(())
}
