//! One browser's own connection for requests: kept open, made anew when it breaks, compressed as browsers ask for it. It knows
//! addresses and bytes, not what they mean.

use std::io::Read;
use std::net::SocketAddr;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, ETAG, HOST, IF_NONE_MATCH, ORIGIN,
};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// As long as the client in the browser waits for a reply.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// Why there was no reply. Whatever was sent may have been done.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    #[error("no connection: {0}")]
    Refused(#[from] std::io::Error),
    #[error("the connection broke: {0}")]
    Broken(#[from] hyper::Error),
    #[error("no reply in time")]
    Silent,
    #[error("the socket broke: {0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
}

impl Lost {
    /// The kind under which it is counted.
    pub fn kind(&self) -> &'static str {
        match self {
            Lost::Refused(_) => "no connection",
            Lost::Broken(_) => "request broken off",
            Lost::Silent => "no reply in time",
            Lost::Socket(_) => "socket broken off",
        }
    }
}

/// How much is decompressed at once.
const READ_AT_ONCE: usize = 4096;

pub struct Response {
    pub status: u16,
    pub etag: Option<String>,
    /// As it was transferred.
    body: Bytes,
    coding: Coding,
}

/// How a body was compressed.
#[derive(Clone, Copy)]
enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    fn named(name: Option<&str>) -> Coding {
        match name {
            Some("gzip") => Coding::Gzip,
            Some("br") => Coding::Brotli,
            _ => Coding::Plain,
        }
    }
}

impl Response {
    pub fn bytes(&self) -> usize {
        self.body.len()
    }

    /// The body as it was before it was compressed, in `buffer` if it was.
    pub fn text<'a>(&'a self, buffer: &'a mut Vec<u8>) -> &'a [u8] {
        buffer.clear();
        let read = match self.coding {
            Coding::Plain => return &self.body,
            Coding::Gzip => flate2::read::GzDecoder::new(&self.body[..]).read_to_end(buffer),
            Coding::Brotli => brotli::Decompressor::new(&self.body[..], READ_AT_ONCE).read_to_end(buffer),
        };
        if read.is_ok() { buffer } else { &[] }
    }
}

/// What a browser has of one server: its key, and a connection while there is one.
pub struct Browser {
    pub address: SocketAddr,
    pub key: String,
    line: Option<SendRequest<Full<Bytes>>>,
}

impl Browser {
    pub fn new(address: SocketAddr, key: String) -> Browser {
        Browser { address, key, line: None }
    }

    /// Goes on with another server, or with a new connection to the same one.
    pub fn turn_to(&mut self, address: SocketAddr) {
        self.address = address;
        self.line = None;
    }

    pub async fn get(&mut self, path: &str) -> Result<Response, Lost> {
        self.ask(Method::GET, path, None, "", PATIENCE).await
    }

    /// Asks for a file of which it has the version with this tag.
    pub async fn get_again(&mut self, path: &str, etag: Option<&str>) -> Result<Response, Lost> {
        self.ask(Method::GET, path, etag, "", PATIENCE).await
    }

    /// Waits longer than the server does.
    pub async fn poll(&mut self, path: &str) -> Result<Response, Lost> {
        self.ask(Method::GET, path, None, "", Duration::from_secs(45)).await
    }

    pub async fn post(&mut self, path: &str, body: &str) -> Result<Response, Lost> {
        self.ask(Method::POST, path, None, body, PATIENCE).await
    }

    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        etag: Option<&str>,
        body: &str,
        patience: Duration,
    ) -> Result<Response, Lost> {
        let reply = timeout(patience, self.exchange(method, path, etag, body)).await;
        let reply = reply.unwrap_or(Err(Lost::Silent));
        if reply.is_err() {
            self.line = None;
        }
        reply
    }

    async fn exchange(
        &mut self,
        method: Method,
        path: &str,
        etag: Option<&str>,
        body: &str,
    ) -> Result<Response, Lost> {
        let request = self.request(method, path, etag, body);
        let line = self.open_line().await?;
        let reply = line.send_request(request).await?;
        let header = |name| reply.headers().get(name).and_then(|value| value.to_str().ok());
        let (status, coding) = (reply.status().as_u16(), Coding::named(header(CONTENT_ENCODING)));
        let etag = header(ETAG).map(str::to_string);
        let body = reply.into_body().collect().await?.to_bytes();
        Ok(Response { status, etag, body, coding })
    }

    fn request(&self, method: Method, path: &str, etag: Option<&str>, body: &str) -> Request<Full<Bytes>> {
        let host = self.address.to_string();
        let mut request = Request::builder()
            .uri(path)
            .header(COOKIE, format!("sandtable={}", self.key))
            .header(ACCEPT_ENCODING, "gzip, deflate, br");
        if method == Method::POST {
            request =
                request.header(CONTENT_TYPE, "application/json").header(ORIGIN, format!("http://{host}"));
        }
        if let Some(etag) = etag {
            request = request.header(IF_NONE_MATCH, etag);
        }
        let request = request.method(method).header(HOST, host);
        request.body(Full::from(body.to_string())).expect("paths and headers of this program are well formed")
    }

    async fn open_line(&mut self) -> Result<&mut SendRequest<Full<Bytes>>, Lost> {
        let usable = match &mut self.line {
            Some(line) => line.ready().await.is_ok(),
            None => false,
        };
        if !usable {
            let stream = connect(self.address).await?;
            let (line, driver) = handshake(TokioIo::new(stream)).await?;
            tokio::spawn(driver);
            self.line = Some(line);
        }
        Ok(self.line.as_mut().expect("it was opened just now"))
    }
}

pub async fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends a request as it stands, or its first half, and hangs up without waiting for a reply.
pub async fn send_and_hang_up(browser: &Browser, path: &str, body: &str, half: bool) -> std::io::Result<()> {
    let text = raw_post(browser, path, body);
    let end = if half { text.len() - body.len() / 2 } else { text.len() };
    let mut stream = connect(browser.address).await?;
    stream.write_all(&text.as_bytes()[..end]).await?;
    stream.shutdown().await
}

/// A POST as it travels.
pub fn raw_post(browser: &Browser, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncookie: sandtable={key}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}",
        host = browser.address,
        key = browser.key,
        length = body.len(),
    )
}
