//! A file server for the test, with no more features than the simplest server that may host the
//! page.

use crate::Outcome;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// The time that the answer to `GET /wait` takes.
const WAIT: Duration = Duration::from_millis(50);

/// Serves the files of these folders until the program ends. If several folders contain a file, the
/// first one wins.
pub(crate) fn serve(folders: Vec<PathBuf>) -> Outcome<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folders = folders.clone();
            // A browser that disconnects midway is not a failure of the page.
            thread::spawn(move || answer(stream, &folders));
        }
    });
    Ok(address)
}

fn answer(mut stream: TcpStream, folders: &[PathBuf]) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    if first.starts_with("GET /wait ") {
        thread::sleep(WAIT);
        return write!(stream, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    }
    let (status, kind, body) = match file(&first, folders) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", Vec::new()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

/// The file that a request such as `GET /style.css HTTP/1.1` asks for.
fn file(request: &str, folders: &[PathBuf]) -> Option<(&'static str, Vec<u8>)> {
    let path = request.strip_prefix("GET /")?.split([' ', '?']).next()?;
    let path = if path.is_empty() { "index.html" } else { path };
    if path.contains(['/', '\\']) || path.starts_with('.') {
        return None;
    }
    let kind = match Path::new(path).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css",
        "js" => "text/javascript",
        _ => "application/octet-stream",
    };
    let body = folders.iter().find_map(|folder| fs::read(folder.join(path)).ok())?;
    Some((kind, body))
}

#[cfg(test)]
mod tests {
    use super::file;
    use crate::project;

    #[test]
    fn only_files_of_the_folders_are_served() {
        let folders = [
            project::root().join("crates/web/page"),
            project::root().join("crates/web/tests/browser"),
        ];
        let kind = |request: &str| file(request, &folders).map(|(kind, _)| kind);
        assert_eq!(kind("GET / HTTP/1.1"), Some("text/html; charset=utf-8"));
        assert_eq!(kind("GET /zellige.js?again HTTP/1.1"), Some("text/javascript"));
        assert_eq!(kind("GET /test.html HTTP/1.1"), Some("text/html; charset=utf-8"));
        for request in [
            "GET /../Cargo.toml HTTP/1.1",
            "GET /none.js HTTP/1.1",
            "GET /.git HTTP/1.1",
            "POST / HTTP/1.1",
            "",
        ] {
            assert_eq!(kind(request), None, "{request}");
        }
    }
}
