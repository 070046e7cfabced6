//! Asks a running server how it is, for those who watch over containers and services.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::{Done, say};

/// A server that needs longer to say that it is well is not.
const PATIENCE: Duration = Duration::from_secs(5);

pub fn run(address: SocketAddr) -> Done {
    match ask(address) {
        Ok(answer) => {
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
            say(body.trim_end());
            Ok(head.split(' ').nth(1) == Some("200"))
        }
        Err(error) => {
            say(format!("{address}: {error}"));
            Ok(false)
        }
    }
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
