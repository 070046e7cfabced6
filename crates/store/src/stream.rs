//! A stream as it comes out of a database, row by row. A missing record is found here and not by the game that would miss it.

use crate::{Record, StoreError, check};

/// Puts the rows of a stream from `from` on together and sees that none is missing.
pub struct Stream {
    expected: u64,
    end: u64,
    records: Vec<Record>,
}

impl Stream {
    pub fn new(from: u64, next: i64) -> Result<Self, StoreError> {
        Ok(Stream { expected: from, end: check::found_place(next)?, records: Vec::new() })
    }

    pub fn push(&mut self, seq: i64, at: i64, body: String) -> Result<(), StoreError> {
        let seq = check::found_place(seq)?;
        if seq != self.expected {
            return Err(self.gap());
        }
        self.records.push(Record { seq, at, body });
        self.expected += 1;
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<Record>, StoreError> {
        let complete = self.expected == self.end || (self.records.is_empty() && self.expected > self.end);
        if complete { Ok(self.records) } else { Err(self.gap()) }
    }

    fn gap(&self) -> StoreError {
        StoreError::Corrupt(format!("record {} of {} is missing", self.expected, self.end))
    }
}
