//! Draws the sample scenes into a folder: `cargo run -p scene --example gallery -- [folder]`.

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::path::PathBuf;

use scene::{Scene, Theme, View, png, svg};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder =
        std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("scene-gallery"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let scenes: [(&str, Scene); 4] = [
        ("duel", samples::duel()),
        ("cards", samples::card_table()),
        ("skirmish", samples::skirmish()),
        ("figures", samples::figures()),
    ];
    for (name, scene) in &scenes {
        for (theme, theme_name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            let views =
                [("full", View::full(1600, 1000)), ("board", View::board(1000).with_range_bands("warship"))];
            for (view_name, view) in views {
                let view = view.themed(theme);
                let file = folder.join(format!("{name}-{view_name}-{theme_name}"));
                std::fs::write(file.with_extension("svg"), svg(scene, &view))?;
                std::fs::write(file.with_extension("png"), png(scene, &view)?)?;
                println!("{}", file.with_extension("png").display());
            }
        }
    }
    Ok(())
}
