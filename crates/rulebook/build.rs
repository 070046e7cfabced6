//! Rebuilds the crate when a file is added to or removed from `rules/`; changed files are noticed anyway.

fn main() {
    println!("cargo::rerun-if-changed=../../rules");
}
