//! The client's type declarations are those of the protocol.

#[test]
fn the_clients_types_are_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/types/protocol.d.ts");
    let made = server::types::declarations();
    let there = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        made.trim() == there.trim(),
        "web/types/protocol.d.ts is out of date; make it anew with `cargo run -- serve --types > web/types/protocol.d.ts`"
    );
}
