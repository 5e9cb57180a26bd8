//! A headless browser driven over the WebDriver protocol: JSON over HTTP, which the standard
//! library suffices for.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A page open in Chromium; the browser ends when this is dropped.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the driver, and a browser with a profile of its own.
    pub fn start() -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        // It says which port it has taken.
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let started = lines.map(Result::unwrap).find(|line| line.contains("started successfully on port"));
        let digits: String = started.unwrap().chars().filter(char::is_ascii_digit).collect();
        let profile = tempfile::tempdir().unwrap();
        let mut browser =
            Self { driver, port: digits.parse().unwrap(), session: String::new(), _profile: profile };
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]
        .map(String::from)
        .into();
        arguments.push(format!("--user-data-dir={}", browser._profile.path().display()));
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": arguments },
        } } });
        let session = browser.call("POST", "/session", &capabilities);
        browser.session = session["sessionId"].as_str().unwrap().to_string();
        browser
    }

    /// Opens a page.
    pub fn open(&self, address: &str) {
        self.of_session("POST", "/url", &json!({ "url": address }));
    }

    /// What a function body returns in the page.
    pub fn run(&self, script: &str) -> Value {
        self.of_session("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// What a function body returns in the page, as text.
    pub fn text(&self, script: &str) -> String {
        self.run(script).as_str().unwrap_or_else(|| panic!("no text: {script}")).to_string()
    }

    /// Presses and releases a key on whatever has the focus, as WebDriver numbers keys.
    pub fn press(&self, key: char) {
        let key = key.to_string();
        let actions = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.of_session("POST", "/actions", &actions);
    }

    /// Clicks what a selector finds, as a pointer does.
    pub fn click(&self, selector: &str) {
        let found = json!({ "using": "css selector", "value": selector });
        let element = self.of_session("POST", "/element", &found);
        let id = element.as_object().and_then(|element| element.values().next()).and_then(Value::as_str);
        self.of_session("POST", &format!("/element/{}/click", id.unwrap()), &json!({}));
    }

    /// A command of the browser's own protocol.
    pub fn protocol(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.of_session("POST", "/goog/cdp/execute", &body);
    }

    /// The width and height of the page, in its own pixels.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.protocol("Emulation.setDeviceMetricsOverride", &size);
    }

    /// What the user asks of pages, such as `prefers-color-scheme`.
    pub fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.protocol("Emulation.setEmulatedMedia", &features);
    }

    /// What the page wrote to the console since the last look, errors among it.
    pub fn console(&self) -> Vec<Value> {
        let said = self.of_session("POST", "/se/log", &json!({ "type": "browser" }));
        said.as_array().cloned().unwrap_or_default()
    }

    fn of_session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            match line.trim_end().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().unwrap();
                }
                _ if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).unwrap();
        let mut answer: Value = serde_json::from_slice(&answer).unwrap();
        let value = answer["value"].take();
        assert!(value.get("error").is_none(), "{method} {path}: {} {}", value["error"], value["message"]);
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A test that fails may have left the session in any state; the driver's end is the
        // browser's too.
        if !self.session.is_empty() && !std::thread::panicking() {
            self.of_session("DELETE", "", &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
