//! The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.

use std::error::Error;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::arena::PlainMap;

pub struct Engine {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _child: Child,
}

impl Engine {
    /// Starts the one whose command the arena gives if bot.toml says `engine = true`.
    pub fn start() -> Result<Engine, Box<dyn Error>> {
        let command = std::env::var("ARENA_ENGINE")
            .map_err(|_| "ARENA_ENGINE is not set: bot.toml must say engine = true")?;
        Engine::new(&command)
    }

    /// Starts it by a command in a shell's words.
    pub fn new(command: &str) -> Result<Engine, Box<dyn Error>> {
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Engine {
            input: child.stdin.take().ok_or("the engine has no input")?,
            output: BufReader::new(child.stdout.take().ok_or("the engine has no output")?),
            _child: child,
        })
    }

    /// Its answer to a request such as `json!({"type": "new", "game": "portals", "players": 2})`.
    pub fn request(&mut self, fields: &Value) -> Result<PlainMap, Box<dyn Error>> {
        self.input.write_all(&rmp_serde::to_vec_named(fields)?)?;
        let answer: PlainMap = rmp_serde::from_read(&mut self.output)?;
        if answer["type"] == "error" {
            return Err(format!("{}: {}", fields["type"], answer["error"]).into());
        }
        Ok(answer)
    }
}

/// Recorded answers of the engine, see ENGINE.md.
#[test]
fn answers_are_read_and_refusals_are_errors() {
    let text = std::fs::read_to_string("test/vectors/engine.json").unwrap();
    let vectors: Vec<PlainMap> = serde_json::from_str(&text).unwrap();
    let command = "sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'";
    let mut engine = Engine::new(command).unwrap();
    for vector in vectors {
        let (name, wanted) = (&vector["name"], &vector["answer"]);
        match engine.request(&vector["request"]) {
            Ok(answer) => assert_eq!(&Value::from(answer), wanted, "{name}"),
            Err(error) => assert!(
                error.to_string().ends_with(&wanted["error"].to_string()),
                "{name}: {error}"
            ),
        }
    }
}
