//! Scenarios are part of the program: a new or changed file makes it new.

fn main() {
    println!("cargo::rerun-if-changed=../../scenarios");
}
