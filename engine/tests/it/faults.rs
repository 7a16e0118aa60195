//! The keys of faults in a text, for clients.

use engine::Fault;
use serde_json::{Map, Value};

/// The client's tests read the same file, and ask for a sentence for every key.
#[test]
fn keys_are_those_that_clients_know() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/protocol/faults.json");
    let listed: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the file"))
        .expect("a JSON object");
    let keys: Map<String, Value> =
        Fault::KEYS.iter().map(|&(key, args)| (key.to_owned(), args.into())).collect();
    assert_eq!(keys.len(), Fault::KEYS.len(), "two faults have one key");
    assert_eq!(Value::Object(keys), listed);
}

#[test]
fn fault_has_key_parameters_and_sentence() {
    let fault = Fault::UnknownValue("board".to_owned(), "9x9".to_owned());
    assert_eq!(fault.key(), "unknown_value");
    let args = [("option", "board".to_owned()), ("text", "9x9".to_owned())];
    assert_eq!(fault.args(), args);
    assert_eq!(fault.to_string(), "option `board` does not take `9x9`");
    assert_eq!(Fault::Ambiguous.args(), []);
}
