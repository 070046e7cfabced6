//! A socket as a browser opens it.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::http::{Browser, Lost};

pub type Socket = WebSocketStream<TcpStream>;

/// As long as the client in the browser waits for a socket to open.
const OPEN_WITHIN: Duration = Duration::from_secs(6);
/// There may be thousands of sockets in this one process.
const BUFFER: usize = 16 << 10;

pub async fn open(browser: &Browser, table: &str, scenes: bool) -> Result<Socket, Lost> {
    let stream = crate::http::connect(browser.address).await?;
    open_on(stream, browser, table, scenes).await
}

pub async fn open_on(
    stream: TcpStream,
    browser: &Browser,
    table: &str,
    scenes: bool,
) -> Result<Socket, Lost> {
    let host = browser.address;
    let address = format!("ws://{host}/api/tables/{table}/socket?lang=en&scene={}", u8::from(scenes));
    let mut request = address.into_client_request().map_err(Box::new)?;
    for (name, value) in
        [("cookie", format!("sandtable={}", browser.key)), ("origin", format!("http://{host}"))]
    {
        request.headers_mut().insert(name, value.parse().expect("keys and addresses are plain text"));
    }
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
    let opened = client_async_with_config(request, stream, Some(config));
    let opened = tokio::time::timeout(OPEN_WITHIN, opened).await.map_err(|_| Lost::Silent)?;
    Ok(opened.map_err(Box::new)?.0)
}

/// Writes the first half of a message and closes the connection without a word.
pub async fn break_off(mut socket: Socket, text: &str) -> std::io::Result<()> {
    let length = (text.len() as u16).to_be_bytes();
    // A text frame with two bytes of length, masked with nothing.
    let mut frame = vec![0x81, 0x80 | 126, length[0], length[1], 0, 0, 0, 0];
    frame.extend_from_slice(&text.as_bytes()[..text.len() / 2]);
    let stream = socket.get_mut();
    stream.write_all(&frame).await?;
    stream.shutdown().await
}
