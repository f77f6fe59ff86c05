//! Tests the page in headless Chromium.

use super::server::serve;
use crate::{Outcome, project};
use std::{
    env, fs,
    fs::File,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The names that Chromium may have.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The time after which a run counts as failed.
const LONGEST: Duration = Duration::from_secs(120);
/// The page's virtual clock, which runs ahead while the page only waits: this many milliseconds are
/// enough for the whole test.
const BUDGET: &str = "--virtual-time-budget=60000";

/// The path of Chromium.
pub(crate) struct Browser(PathBuf);

impl Browser {
    /// Finds Chromium on the path; otherwise the error says what to install.
    pub(crate) fn find() -> Outcome<Self> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&path).collect();
        let programs =
            NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let found = programs.into_iter().find(|program| program.exists());
        found.map(Browser).ok_or_else(|| "there is no Chromium: apt-get install chromium".into())
    }

    /// Opens `crates/web/tests/browser/test.html`, served together with the page in this folder.
    /// The test uses the page as a visitor does, and reports what it finds.
    pub(crate) fn test(&self, page: &Path) -> Outcome {
        let tests = project::root().join("crates/web/tests/browser");
        let address = serve(vec![page.to_path_buf(), tests])?;
        let dom = self.open(&format!("http://{address}/test.html"))?;
        let verdict =
            dom.split_once("<pre id=\"verdict\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        match verdict {
            Some((verdict, _)) if verdict.starts_with("passed") => {
                println!("in Chromium: {verdict}");
                Ok(())
            }
            Some((verdict, _)) => Err(format!("in Chromium:\n{verdict}").into()),
            None => Err(format!(
                "Chromium has not shown crates/web/tests/browser/test.html, but:\n{dom}"
            )
            .into()),
        }
    }

    /// Returns the DOM of a page after its scripts have run.
    fn open(&self, address: &str) -> Outcome<String> {
        let scratch = project::scratch("chromium")?;
        let dom = scratch.join("dom.html");
        let mut command = Command::new(&self.0);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
            .args(["--no-first-run", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", scratch.join("profile").display()))
            .args([BUDGET, "--dump-dom", address])
            .stdin(Stdio::null())
            .stdout(File::create(&dom)?)
            .stderr(File::create(scratch.join("errors.txt"))?);
        let mut child = command.spawn()?;
        let start = Instant::now();
        while child.try_wait()?.is_none() {
            if start.elapsed() > LONGEST {
                child.kill()?;
                child.wait()?;
                return Err(format!("Chromium has not ended after {} s", LONGEST.as_secs()).into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(fs::read_to_string(dom)?)
    }
}
