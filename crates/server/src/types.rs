//! The protocol as type declarations for the client, made from the Rust types.

use std::any::TypeId;
use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::protocol;

struct Collect {
    declarations: BTreeMap<String, String>,
    seen: Vec<TypeId>,
    config: Config,
}

impl Collect {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            self.declarations.insert(T::ident(&self.config), T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TypeVisitor for Collect {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

/// The text of `web/types/protocol.d.ts`.
pub fn declarations() -> String {
    let mut all = Collect { declarations: BTreeMap::new(), seen: Vec::new(), config: Config::default() };
    all.add::<protocol::Look>();
    all.add::<protocol::Say>();
    all.add::<protocol::Hear>();
    all.add::<protocol::Create>();
    all.add::<protocol::Created>();
    all.add::<protocol::Join>();
    all.add::<protocol::LobbyView>();
    all.add::<protocol::Offer>();
    all.add::<protocol::SeatKey>();
    all.add::<protocol::SeatRequest>();
    all.add::<protocol::ConsentRequest>();
    all.add::<protocol::Done>();
    all.add::<protocol::Credentials>();
    all.add::<protocol::Me>();
    all.add::<protocol::RuleHits>();
    all.add::<protocol::RuleInfo>();
    all.add::<protocol::RulebookInfo>();
    all.add::<protocol::ReplayInfo>();
    all.add::<protocol::Moment>();
    all.add::<protocol::CatalogueInfo>();
    all.add::<protocol::ListRequest>();
    all.add::<protocol::ListVerdict>();
    all.add::<protocol::KeptList>();
    let mut text = String::from(
        "// Made from the server's types; `cargo test -p server` says when it is out of date and how to make it anew.\n",
    );
    for declaration in all.declarations.values() {
        text.push_str(&format!("\nexport {declaration}\n"));
    }
    text
}
