//! What clients write down of the answers they give: each as it is sent, and what became of it at the moment they learn it.

use std::sync::{Mutex, PoisonError};

use crate::look::Reply;
use crate::offers::Plan;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Sent, and nothing has been heard of it: it may have been taken or not.
    Unknown,
    /// Taken and durable; the table had so many records then.
    Acknowledged { version: u64 },
    /// Refused, or only half of it was sent: nothing has changed.
    NotTaken,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    pub seat: u8,
    pub question: u32,
    pub reply: Reply,
    pub fate: Fate,
}

/// The answers given at one table, in the order in which they were sent.
#[derive(Clone, Debug)]
pub struct Notes {
    pub table: String,
    pub plan: Plan,
    /// The key that holds the seats.
    pub key: String,
    pub given: Vec<Given>,
}

impl Notes {
    pub fn new(table: String, plan: Plan, key: String) -> Notes {
        Notes { table, plan, key, given: Vec::new() }
    }

    pub fn acknowledged(&self) -> usize {
        self.given.iter().filter(|given| matches!(given.fate, Fate::Acknowledged { .. })).count()
    }
}

/// The notes of all tables that clients have left.
#[derive(Default)]
pub struct Ledger(Mutex<Vec<Notes>>);

impl Ledger {
    pub fn hand_in(&self, notes: Notes) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(notes);
    }

    pub fn take(&self) -> Vec<Notes> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
