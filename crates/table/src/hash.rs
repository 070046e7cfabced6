//! A hash that is the same on every platform and under every later program, so that a replay made on one machine can be
//! checked on another.
//!
//! What is hashed is what would be saved: the values in the order in which they are serialised, numbers by value and names
//! as text. How a value lies in memory, and the row of a card in its data file, have no part in it.

use std::fmt::Display;

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

/// The hash of any plain value.
pub fn stable_hash(value: &(impl Serialize + ?Sized)) -> u64 {
    let mut hasher = StableHasher::default();
    value.serialize(&mut hasher).expect("plain data can always be hashed");
    hasher.finish()
}

/// A 64-bit multiply-and-fold hasher of what is serialised into it.
#[derive(Clone, Copy)]
struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        StableHasher(0x243f_6a88_85a3_08d3)
    }
}

impl StableHasher {
    #[inline]
    fn feed(&mut self, value: u64) {
        let wide = u128::from(self.0 ^ value) * 0xf39c_c060_5ced_c835_u128;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64).rotate_left(29) ^ value.rotate_left(17);
    }

    fn feed_bytes(&mut self, bytes: &[u8]) {
        self.feed(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.feed(u64::from_le_bytes(word));
        }
    }

    fn finish(mut self) -> u64 {
        self.feed(0x1319_8a2e_0370_7344);
        self.0
    }
}

/// Lists and maps end with their length: it need not be known at their beginning.
struct Counted<'a> {
    hasher: &'a mut StableHasher,
    count: u64,
}

impl Counted<'_> {
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Never> {
        self.count += 1;
        value.serialize(&mut *self.hasher)
    }

    fn end(self) -> Result<(), Never> {
        self.hasher.feed(self.count ^ 0x4c49_5354);
        Ok(())
    }
}

/// Why a value cannot be hashed: it refuses to be serialised.
#[derive(Debug)]
struct Never(String);

impl Display for Never {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(what: T) -> Self {
        Never(what.to_string())
    }
}

/// Numbers are fed by value, whatever their width.
macro_rules! numbers {
    ($($method:ident $type:ty),*) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<(), Never> {
            self.feed(value as i64 as u64);
            Ok(())
        })*
    };
}

impl<'a> ser::Serializer for &'a mut StableHasher {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Counted<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Counted<'a>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers!(serialize_bool bool, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    numbers!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64);

    fn serialize_u128(self, value: u128) -> Result<(), Never> {
        self.feed(value as u64);
        self.feed((value >> 64) as u64);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Never> {
        self.serialize_u128(value as u128)
    }

    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        // Both zeros are the same place.
        self.feed((value + 0.0).to_bits());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Never> {
        self.feed(u64::from(value));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        self.feed_bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.feed_bytes(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.feed(0x4e4f_4e45);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        self.feed(0x534f_4d45);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.feed(0x554e_4954);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.feed_bytes(variant.as_bytes());
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Counted<'a>, Never> {
        Ok(Counted { hasher: self, count: 0 })
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.feed_bytes(variant.as_bytes());
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Counted<'a>, Never> {
        Ok(Counted { hasher: self, count: 0 })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.feed_bytes(variant.as_bytes());
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        true
    }
}

impl SerializeSeq for Counted<'_> {
    type Ok = ();
    type Error = Never;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.item(value)
    }
    fn end(self) -> Result<(), Never> {
        self.end()
    }
}

impl SerializeMap for Counted<'_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.item(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut *self.hasher)
    }
    fn end(self) -> Result<(), Never> {
        self.end()
    }
}

/// What has as many parts as its type says needs no count.
macro_rules! parts {
    ($($kind:ident $method:ident),*) => {
        $(impl $kind for &mut StableHasher {
            type Ok = ();
            type Error = Never;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

parts!(SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);

/// A field that is left out when it has its usual value counts for nothing, and so its name has to count when it is there.
macro_rules! fields {
    ($($kind:ident),*) => {
        $(impl $kind for &mut StableHasher {
            type Ok = ();
            type Error = Never;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
                self.feed(name_of(key));
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

/// A field's name in one word: its length and its first letters, which tell neighbours apart.
#[inline]
fn name_of(key: &str) -> u64 {
    let mut word = [0; 8];
    for (place, byte) in word.iter_mut().zip(key.bytes()) {
        *place = byte;
    }
    u64::from_le_bytes(word) ^ (key.len() as u64) << 56
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::stable_hash;

    #[derive(Serialize)]
    enum Shape {
        Point,
        Disc(f64),
        Box { width: u8, height: u8 },
    }

    #[test]
    fn hashes_are_what_they_have_always_been() {
        let shapes = [Shape::Point, Shape::Disc(1.5), Shape::Box { width: 3, height: 4 }];
        assert_eq!(stable_hash(&shapes), 0xf464_9fc9_c676_fde5);
    }

    #[test]
    fn widths_and_zeros_make_no_difference_but_lengths_do() {
        assert_eq!(stable_hash(&[1u8, 2]), stable_hash(&[1u64, 2]));
        assert_eq!(stable_hash(&0.0), stable_hash(&-0.0));
        assert_ne!(stable_hash(&vec![1u8]), stable_hash(&vec![1u8, 0]));
        assert_ne!(stable_hash(&("ab", "c")), stable_hash(&("a", "bc")));
        assert_ne!(stable_hash(&(vec![1], vec![2, 3])), stable_hash(&(vec![1, 2], vec![3])));
    }
}
