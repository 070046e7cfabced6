//! The copy of a game with all its breaks: finding them, writing the copy, and building it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use table::stable_hash;

use crate::marks;
use crate::places::{self, Place};
use crate::rewrite::{Edit, rewrite};
use crate::sources::{Source, crates_of, files_below, holds_rules};
use crate::tables::{self, Names, Survey};

/// Where a break stands: a file, a place in it, and a way to break it.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The number by which the copy knows it.
    pub id: usize,
    /// From the folder of the workspace.
    pub file: String,
    pub line: usize,
    pub function: String,
    pub what: String,
    /// The reason of the mark that it changes nothing or is no rule.
    pub mark: Option<String>,
    /// It stands in a crate that another game shares.
    pub shared: bool,
    /// The last text in quotes before it; in a table of cards it is the card's name.
    pub quoted: String,
}

/// A file of a crate that is copied.
struct SourceFile {
    /// From the folder of the workspace, and of the copy.
    path: String,
    text: String,
    /// Whether it is rule code, which is broken.
    rules: bool,
    places: Vec<Place>,
    /// The number of the first break of each place.
    first: Vec<usize>,
    /// Where the places begin and end that the compiler refuses.
    refused: BTreeSet<(usize, usize)>,
}

impl SourceFile {
    fn is_refused(&self, place: &Place) -> bool {
        self.refused.contains(&(place.range.start, place.range.end))
    }
}

/// What stands where in a file of the copy.
enum Owner {
    Place(usize),
    Table(String),
}

/// The same for a whole file.
type Owners = Vec<(Owner, Range<usize>)>;

pub struct Copy {
    workspace: PathBuf,
    folder: PathBuf,
    game: String,
    crates: Vec<Source>,
    files: Vec<SourceFile>,
    survey: Survey,
    /// Constants that the compiler refuses as functions.
    refused_tables: Names,
    tables: Names,
    breaks: usize,
}

impl Copy {
    /// Reads the rules of a game. Whatever stands in `target/audit/GAME` belongs to the copy.
    pub fn read(workspace: &Path, game: &str) -> Result<Copy, String> {
        let crates = crates_of(workspace, game)?;
        let mut files = Vec::new();
        let mut survey = Survey::default();
        for source in &crates {
            let folder = source.folder.join("src");
            for path in files_below(&folder).map_err(|error| error.to_string())? {
                let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
                let inside = |path: &Path, folder: &Path| path.strip_prefix(folder).map(Path::to_path_buf);
                let rules = inside(&path, &folder).is_ok_and(|it| holds_rules(&it));
                let shown = inside(&path, workspace).unwrap_or(path).display().to_string();
                survey.read(&text).map_err(|error| format!("{shown}: {error}"))?;
                files.push(SourceFile {
                    path: shown,
                    text,
                    rules,
                    places: Vec::new(),
                    first: Vec::new(),
                    refused: BTreeSet::new(),
                });
            }
        }
        let folder = workspace.join("target/audit").join(game);
        let mut copy = Copy {
            workspace: workspace.to_path_buf(),
            folder,
            game: game.to_string(),
            crates,
            files,
            survey,
            refused_tables: Names::new(),
            tables: Names::new(),
            breaks: 0,
        };
        copy.remember();
        copy.find()?;
        Ok(copy)
    }

    /// Finds the places, after it is known which constants can be functions.
    fn find(&mut self) -> Result<(), String> {
        self.tables = self.survey.tables(&self.refused_tables);
        self.breaks = 0;
        for file in self.files.iter_mut().filter(|file| file.rules) {
            let found = places::find(&file.text, &self.tables);
            file.places = found.map_err(|error| format!("{}: {error}", file.path))?;
            file.first.clear();
            for place in &file.places {
                file.first.push(self.breaks);
                self.breaks += place.breaks.len();
            }
        }
        Ok(())
    }

    /// All breaks that the compiler accepts, in the order of files and lines; wrong marks are refused.
    pub fn spots(&self) -> Result<Vec<Spot>, String> {
        let mut spots = Vec::new();
        let own = format!("crates/{}/", self.game);
        for file in self.files.iter().filter(|file| file.rules) {
            let marks = marks::read(&file.text).map_err(|why| format!("{}, {why}", file.path))?;
            let mut used = vec![false; marks.len()];
            for (index, place) in file.places.iter().enumerate() {
                let mut mark = |what: &str| {
                    let about = |index: &usize| marks[*index].is_about(place, what);
                    let found: Vec<usize> = (0..marks.len()).filter(about).collect();
                    found.iter().for_each(|index| used[*index] = true);
                    found.first().map(|index| marks[*index].reason.clone())
                };
                let each = place.breaks.iter().zip(file.first[index]..);
                let each = each.map(|(it, id)| Spot {
                    id,
                    file: file.path.clone(),
                    line: place.line,
                    function: place.function.clone(),
                    what: it.what.clone(),
                    mark: mark(&it.what),
                    shared: !file.path.starts_with(&own),
                    quoted: last_quoted(&file.text[..place.range.start]).to_string(),
                });
                let each: Vec<Spot> = each.collect();
                if !file.is_refused(place) {
                    spots.extend(each);
                }
            }
            // A mark in a constant that the compiler has to know is about something all the same.
            let all_are_known = self.refused_tables.is_empty();
            if let Some(unused) = used.iter().position(|used| !used).filter(|_| all_are_known) {
                return Err(format!(
                    "{}, line {}: a mark where nothing is broken",
                    file.path, marks[unused].line
                ));
            }
        }
        Ok(spots)
    }

    /// How many breaks the compiler refuses.
    pub fn refused(&self) -> usize {
        let of_file = |file: &SourceFile| {
            let refused = file.places.iter().filter(|place| file.is_refused(place));
            refused.map(|place| place.breaks.len()).sum::<usize>()
        };
        self.files.iter().map(of_file).sum()
    }

    /// How many constants with something to break stay as they are, because the compiler has to know them.
    pub fn fixed_tables(&self) -> usize {
        self.survey.breakable().difference(&self.tables).count()
    }

    /// The program that runs scenarios of the copy.
    pub fn runner(&self) -> PathBuf {
        self.target().join("debug/runner")
    }

    fn target(&self) -> PathBuf {
        self.folder.with_file_name("build").join(&self.game)
    }

    /// Writes the copy and builds it. Places that the compiler refuses are left out.
    pub fn build(&mut self) -> Result<(), String> {
        loop {
            let owners = self.write().map_err(|error| format!("{}: {error}", self.folder.display()))?;
            let errors = self.compile()?;
            if errors.is_empty() {
                return self.write_down().map_err(|error| error.to_string());
            }
            self.refuse(&errors, &owners)?;
        }
    }

    fn write(&self) -> std::io::Result<Vec<Owners>> {
        self.write_manifests()?;
        let audited = include_str!("../copy/audited.rs").replace("BREAKS", &self.breaks.max(1).to_string());
        write_if_new(&self.folder.join("crates/audited/src/lib.rs"), &audited)?;
        let game = format!("{}::{}", self.game, self.game_type());
        let runner = include_str!("../copy/runner.rs").replace("GAME", &game);
        write_if_new(&self.folder.join("crates/runner/src/main.rs"), &runner)?;
        for source in &self.crates {
            for path in files_below(&source.folder)? {
                let Ok(inside) = path.strip_prefix(&self.workspace) else { continue };
                let own = path.strip_prefix(&source.folder).unwrap_or(inside);
                if !(own.starts_with("src") || own.starts_with("tests") || own.starts_with("Cargo.toml")) {
                    write_if_new(&self.folder.join(inside), &std::fs::read_to_string(&path)?)?;
                }
            }
        }
        self.files.iter().map(|file| self.write_file(file)).collect()
    }

    fn write_file(&self, file: &SourceFile) -> std::io::Result<Owners> {
        let (mut owners, mut edits) = (Vec::new(), Vec::new());
        for (index, place) in file.places.iter().enumerate() {
            if !file.is_refused(place) {
                owners.push(Owner::Place(index));
                edits.push(Edit::of(place, file.first[index]));
            }
        }
        for (name, edit) in tables::edits(&file.text, &self.tables).map_err(std::io::Error::other)? {
            owners.push(Owner::Table(name));
            edits.push(edit);
        }
        let written = rewrite(&file.text, &edits);
        write_if_new(&self.folder.join(&file.path), &written.text)?;
        Ok(owners.into_iter().zip(written.ranges).collect())
    }

    /// The name of the type that is the game.
    fn game_type(&self) -> String {
        let lib = format!("crates/{}/src/lib.rs", self.game);
        let text = self.files.iter().find(|file| file.path == lib).map_or("", |file| &file.text);
        let after = text.split_once("impl Game for ").map_or("", |(_, after)| after);
        after.split_whitespace().next().unwrap_or_default().to_string()
    }

    /// The copy is a workspace of its own that takes what is not broken from where it is.
    fn write_manifests(&self) -> std::io::Result<()> {
        let manifest = |path: &Path| -> std::io::Result<toml::Table> {
            toml::from_str(&std::fs::read_to_string(path)?).map_err(std::io::Error::other)
        };
        let copied: Vec<&str> = self.crates.iter().map(|source| source.name.as_str()).collect();
        let mut root = manifest(&self.workspace.join("Cargo.toml"))?;
        root.remove("profile");
        if let Some(workspace) = root.get_mut("workspace").and_then(toml::Value::as_table_mut) {
            workspace.insert(
                "members".to_string(),
                toml::Value::try_from(["crates/*"]).map_err(std::io::Error::other)?,
            );
            workspace.remove("lints");
            let dependencies = workspace.get_mut("dependencies").and_then(toml::Value::as_table_mut);
            for (name, dependency) in dependencies.into_iter().flatten() {
                let path = dependency.as_table_mut().and_then(|it| it.get_mut("path"));
                let folder = if copied.contains(&name.as_str()) { &self.folder } else { &self.workspace };
                if let Some(toml::Value::String(path)) = path {
                    *path = folder.join(&*path).display().to_string();
                }
            }
        }
        let mut text = toml::to_string(&root).map_err(std::io::Error::other)?;
        text += "\n[workspace.lints.rust]\nwarnings = \"allow\"\narithmetic_overflow = \"allow\"\nunconditional_panic = \"allow\"\n";
        text += "\n[profile.dev]\nopt-level = 1\ndebug = 0\n";
        write_if_new(&self.folder.join("Cargo.toml"), &text)?;
        write_if_new(
            &self.folder.join("Cargo.lock"),
            &std::fs::read_to_string(self.workspace.join("Cargo.lock"))?,
        )?;
        for source in &self.crates {
            let mut own = manifest(&source.folder.join("Cargo.toml"))?;
            own.remove("dev-dependencies");
            let audited = toml::Table::from_iter([("path".to_string(), toml::Value::from("../audited"))]);
            if let Some(dependencies) = own.get_mut("dependencies").and_then(toml::Value::as_table_mut) {
                dependencies.insert("audited".to_string(), audited.into());
            }
            let text = toml::to_string(&own).map_err(std::io::Error::other)?;
            write_if_new(&self.folder.join("crates").join(&source.name).join("Cargo.toml"), &text)?;
        }
        let package = |name: &str, more: &str| {
            format!(
                "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lints]\nworkspace = true\n\n[dependencies]\n{more}"
            )
        };
        let uses = format!(
            "audited = {{ path = \"../audited\" }}\nscenario.workspace = true\n{}.workspace = true\n",
            self.game
        );
        write_if_new(&self.folder.join("crates/audited/Cargo.toml"), &package("audited", ""))?;
        write_if_new(&self.folder.join("crates/runner/Cargo.toml"), &package("runner", &uses))
    }

    /// The errors of the compiler.
    fn compile(&self) -> Result<Vec<Value>, String> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "runner", "--message-format", "json"]);
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.target()).stderr(Stdio::piped());
        let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
        let errors: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|it| it["reason"] == "compiler-message" && it["message"]["level"] == "error")
            .map(|it| it["message"].clone())
            .filter(|message| message["spans"].as_array().is_some_and(|spans| !spans.is_empty()))
            .collect();
        if errors.is_empty() && !output.status.success() {
            return Err(format!("the copy cannot be built: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(errors)
    }

    /// Leaves out what stands where the errors are.
    fn refuse(&mut self, errors: &[Value], owners: &[Owners]) -> Result<(), String> {
        let mut names = Names::new();
        let mut found = false;
        for span in errors.iter().flat_map(|error| error["spans"].as_array()).flatten() {
            let Some(index) = self.files.iter().position(|file| span["file_name"] == *file.path) else {
                continue;
            };
            let byte = |name: &str| span[name].as_u64().unwrap_or_default() as usize;
            for owner in at_fault(&owners[index], byte("byte_start")..byte("byte_end")) {
                match owner {
                    Owner::Place(place) => {
                        let range = self.files[index].places[*place].range.clone();
                        found |= self.files[index].refused.insert((range.start, range.end));
                    }
                    Owner::Table(name) => found |= names.insert(name.clone()),
                }
            }
        }
        if !found {
            let first = errors.first().and_then(|it| it["rendered"].as_str()).unwrap_or_default();
            return Err(format!("the copy cannot be built:\n{first}"));
        }
        if !names.is_empty() {
            self.refused_tables.extend(names);
            self.find()?;
        }
        Ok(())
    }

    fn notes(&self) -> PathBuf {
        self.folder.with_extension("json")
    }

    /// What the compiler refused is written down, so that the next build begins with it.
    fn write_down(&self) -> std::io::Result<()> {
        let places = self.files.iter().map(|file| (stable_hash(&file.text), file.refused.clone())).collect();
        let notes = Notes { tables: self.refused_tables.clone(), places };
        write_if_new(&self.notes(), &serde_json::to_string(&notes)?)
    }

    fn remember(&mut self) {
        let notes = std::fs::read_to_string(self.notes()).unwrap_or_default();
        let Ok(notes) = serde_json::from_str::<Notes>(&notes) else { return };
        self.refused_tables = notes.tables;
        for file in &mut self.files {
            let hash = stable_hash(&file.text);
            let same = notes.places.iter().find(|(of, _)| *of == hash);
            file.refused = same.map(|(_, refused)| refused.clone()).unwrap_or_default();
        }
    }
}

/// What the compiler refused last time, by the hash of each file.
#[derive(serde::Serialize, serde::Deserialize)]
struct Notes {
    tables: Names,
    places: Vec<(u64, BTreeSet<(usize, usize)>)>,
}

/// What an error is about: the smallest thing around it, or else all that it spans.
fn at_fault(owners: &[(Owner, Range<usize>)], error: Range<usize>) -> Vec<&Owner> {
    let around = |range: &Range<usize>| range.start <= error.start && error.end <= range.end;
    let smallest = owners.iter().filter(|(_, range)| around(range)).min_by_key(|(_, range)| range.len());
    if let Some((owner, _)) = smallest {
        return vec![owner];
    }
    let inside = |range: &Range<usize>| error.start <= range.start && range.end <= error.end;
    owners.iter().filter(|(_, range)| inside(range)).map(|(owner, _)| owner).collect()
}

/// The last text in quotes.
fn last_quoted(text: &str) -> &str {
    text.rsplit('"').nth(1).unwrap_or_default()
}

/// A file that is the same is left alone, so that it is not built again.
fn write_if_new(path: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}
