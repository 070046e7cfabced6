//! A hash that is the same on every platform, so that a replay made on one machine can be checked on another.

use std::hash::{Hash, Hasher};

/// A 64-bit multiply-and-fold hasher that feeds every integer by value, never by memory layout.
#[derive(Clone, Copy)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        StableHasher(0x243f_6a88_85a3_08d3)
    }
}

impl StableHasher {
    fn feed(&mut self, value: u64) {
        let wide = u128::from(self.0 ^ value) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128 as u64 as u128;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64).rotate_left(29) ^ value.rotate_left(17);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mut last = *self;
        last.feed(0x1319_8a2e_0370_7344);
        last.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.feed(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, v: u8) {
        self.feed(v.into())
    }
    fn write_u16(&mut self, v: u16) {
        self.feed(v.into())
    }
    fn write_u32(&mut self, v: u32) {
        self.feed(v.into())
    }
    fn write_u64(&mut self, v: u64) {
        self.feed(v)
    }
    fn write_usize(&mut self, v: usize) {
        self.feed(v as u64)
    }
    fn write_i8(&mut self, v: i8) {
        self.feed(v as i64 as u64)
    }
    fn write_i16(&mut self, v: i16) {
        self.feed(v as i64 as u64)
    }
    fn write_i32(&mut self, v: i32) {
        self.feed(v as i64 as u64)
    }
    fn write_i64(&mut self, v: i64) {
        self.feed(v as u64)
    }
    fn write_isize(&mut self, v: isize) {
        self.feed(v as i64 as u64)
    }
}

/// The platform-independent hash of any plain value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
