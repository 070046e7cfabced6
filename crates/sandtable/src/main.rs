//! The command line of Sandtable.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sandtable::commands;

/// A table for five games that knows their rules.
/// Memory of tables that were put away goes back to the system, which the usual allocator seldom does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about, long_about = LONG_ABOUT, after_help = EXAMPLES, arg_required_else_help = false)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const LONG_ABOUT: &str = "A table for five games that knows their rules: it plays complete games, proves rule by rule \
what it implements, answers rules questions, checks lists, and shows and simulates games.\n\nWithout a command it \
serves the table and prints its address.";

const EXAMPLES: &str = "Examples:
  sandtable                                      serve the table: open the printed address in a browser
  sandtable conformance attackwing --missing     which rules are proven, and which are not
  sandtable rules \"target lock\" --game attackwing
  sandtable simulate attackwing --games 10000
  sandtable simulate swlcg --games 400 --agents greedy,random --swap
  sandtable list check attackwing my-fleet.toml
  sandtable list convert xwing my-squad.txt --to xws
  sandtable cards xwing --gap                    cards that cannot be played with yet
  sandtable replay game.json --to png --at 40 > position.png";

const SIMULATE_EXAMPLES: &str = "Examples:
  sandtable simulate attackwing --games 10000 --threads 2
  sandtable simulate swlcg --games 400 --agents greedy,random --swap
                       how often the greedy agent beats the random one, on both sides
  sandtable simulate swlcg --games 400 --agents greedy,random --swap --lists all
                       the same with all ready-made decks
  sandtable simulate swlcg --lists sith,jedi --option poker_face=no
  sandtable simulate swlcg --games 100000 --lists random
                       every game with two other legal decks of all that can be played";

const STORE_EXAMPLES: &str = "Examples:
  sandtable store sizes
  sandtable store check --data games.sqlite      works beside a running server
  sandtable store prune --dry-run --open-days 30
  sandtable store compact --data games.sqlite    the server must be stopped";

const CHECK_EXAMPLES: &str = "Examples:
  sandtable list check attackwing my-fleet.toml
  sandtable list check swlcg my-deck.o8d --option restricted=yes
                       judge a deck as at a tournament
  pbpaste | sandtable list check xwing - --lang de";

#[derive(Subcommand)]
enum Command {
    /// Serve the table to browsers
    #[command(
        long_about = "Serves the table to browsers. Games are kept in one file (a backup is a copy of it), or in a \
PostgreSQL database that several servers share."
    )]
    Serve {
        /// Address and port; without it port 8420 of this machine alone, or any free one
        #[arg(long, value_name = "ADDRESS:PORT")]
        bind: Option<SocketAddr>,
        /// The file with all games; without it one in your data directory
        #[arg(long, value_name = "FILE")]
        data: Option<PathBuf>,
        /// A PostgreSQL database instead of the file
        #[arg(
            long,
            value_name = "URL",
            env = "SANDTABLE_DATABASE_URL",
            hide_env_values = true,
            conflicts_with = "data"
        )]
        database_url: Option<String>,
        /// Whose certificates of the database are trusted (PEM); without it those the system trusts
        #[arg(long, value_name = "FILE", requires = "database_url")]
        database_ca: Option<PathBuf>,
        /// Show games, change nothing
        #[arg(long)]
        read_only: bool,
        /// Dice and cards fall alike at every table, by this number (for tests: who knows it knows them all)
        #[arg(long, value_name = "SEED")]
        luck: Option<u64>,
        /// The table is reached over HTTPS: cookies are sent over nothing else
        #[arg(long)]
        secure: bool,
        /// Requests per second and address; 0 for no limit
        #[arg(long, default_value_t = 50, value_name = "N")]
        rate: u32,
        /// Sockets that one address may have open at once
        #[arg(long, default_value_t = 200, value_name = "N")]
        sockets: u32,
        /// A proxy that is believed when it says whose request it passes on; may be given several times
        #[arg(long = "trust-proxy", value_name = "ADDRESS[/BITS]", value_parser = network)]
        trusted_proxies: Vec<server::IpNet>,
        /// In which header it says so; the other one may come from anybody
        #[arg(long, default_value = "x-forwarded-for", value_name = "HEADER")]
        proxy_header: ProxyHeader,
        /// Show health, metrics and the protocol's description here and not beside everything else
        #[arg(long, value_name = "ADDRESS:PORT")]
        operators: Option<SocketAddr>,
        /// Log lines as JSON
        #[arg(long)]
        json_log: bool,
        /// Print the protocol's types for the client and stop
        #[arg(long, hide = true)]
        types: bool,
    },
    /// Ask a running server how it is; the exit code is 1 if it is not well
    Health {
        /// Where it listens
        #[arg(default_value = "127.0.0.1:8420", value_name = "ADDRESS:PORT")]
        address: SocketAddr,
    },
    /// Play a random game and print it
    Demo {
        #[arg(default_value = "attackwing")]
        game: String,
    },
    /// Run scenarios and say which hold
    #[command(
        long_about = "Runs scenario files, or all scenario files below folders, and prints where one does not \
hold. The exit code is 1 if any fails."
    )]
    Scenario {
        /// Files and folders
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// Count the rules that scenarios prove
    #[command(
        long_about = "Runs all scenarios of the program and counts, per game and kind, how many rules they prove, \
how many do not apply to software and why, and how many are missing."
    )]
    Conformance {
        /// A game; all games without it
        game: Option<String>,
        #[arg(long)]
        json: bool,
        /// List the rules that are missing
        #[arg(long)]
        missing: bool,
        /// List the rules that do not apply, with the reason
        #[arg(long)]
        not_applicable: bool,
        /// Only rules of this kind
        #[arg(long, value_name = "KIND")]
        kind: Option<String>,
    },
    /// Look up rules by words or by id
    Rules {
        query: Vec<String>,
        #[arg(long)]
        game: Option<String>,
        #[arg(long, default_value = "en", value_name = "de|en")]
        lang: String,
        /// Only rules of this kind
        #[arg(long)]
        kind: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 12)]
        limit: usize,
        #[arg(long)]
        json: bool,
    },
    /// Play whole games at random or by agents and count
    #[command(
        long_about = "Plays whole games and counts who wins and how fast it goes. Without --agents everything is decided \
at random. Game number n has the seed SEED + n, so the same call counts the same.",
        after_help = SIMULATE_EXAMPLES
    )]
    Simulate {
        game: String,
        #[arg(long, default_value_t = 1000)]
        games: u64,
        #[arg(long, default_value_t = 1)]
        threads: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A set-up in TOML or JSON; the standard game without it
        #[arg(long, value_name = "FILE")]
        setup: Option<PathBuf>,
        /// Ready-made lists by their ids, one for each seat; or `all`, each against each other one in turn; or `random`,
        /// legal lists made by chance for every game
        #[arg(long, value_name = "ID,ID", value_delimiter = ',', conflicts_with = "setup")]
        lists: Vec<String>,
        /// An option of the table for games between lists; may be given several times
        #[arg(long = "option", value_name = "NAME=VALUE", requires = "lists")]
        options: Vec<String>,
        /// Who plays: greedy or random, one for all seats or one for each
        #[arg(long, value_name = "AGENT,AGENT", value_delimiter = ',')]
        agents: Vec<String>,
        /// The agents change seats from game to game
        #[arg(long, requires = "agents")]
        swap: bool,
        #[arg(long)]
        json: bool,
    },
    /// Check a replay file and show it, or record one
    Replay {
        file: PathBuf,
        #[arg(long, value_enum, default_value_t = Form::Text)]
        to: Form,
        /// Show the position after so many answers instead of the last one
        #[arg(long, value_name = "N")]
        at: Option<usize>,
        #[arg(long, default_value = "en", value_name = "de|en")]
        lang: String,
        /// Write the picture to a file instead of the standard output
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Draw only the playing surface
        #[arg(long)]
        board: bool,
        /// Draw dark on light
        #[arg(long)]
        light: bool,
        /// Width of the picture in pixels
        #[arg(long, value_name = "PX", default_value_t = 1600)]
        width: u32,
        /// Draw the range bands of a piece, named as in the picture
        #[arg(long, value_name = "NAME")]
        range: Vec<String>,
        /// Play a random game of this game and write its replay to FILE first
        #[arg(long, value_name = "GAME")]
        record: Option<String>,
        /// The seed of the recorded game
        #[arg(long, default_value_t = 1, requires = "record")]
        seed: u64,
    },
    /// Look up cards, and print those that cannot be played with yet
    Cards {
        game: String,
        /// Words of the name, kind, values, keywords or text
        query: Vec<String>,
        /// Only cards that cannot be played with yet
        #[arg(long)]
        gap: bool,
        #[arg(long, default_value = "en", value_name = "de|en")]
        lang: String,
        #[arg(long)]
        json: bool,
    },
    /// Work with lists
    List {
        #[command(subcommand)]
        command: ListCommand,
    },
    /// Look after the store: sizes, a check, deleting what has expired, compacting
    #[command(after_help = STORE_EXAMPLES)]
    Store {
        #[command(subcommand)]
        command: StoreCommand,
    },
}

#[derive(Subcommand)]
enum StoreCommand {
    /// How much there is of everything
    Sizes {
        #[command(flatten)]
        kept: Kept,
    },
    /// Look for damage: pages, references, streams with gaps, records that are no JSON
    #[command(
        long_about = "Looks through everything for damage: pages and indexes of the file, rows that refer to nothing, streams \
with gaps, records that are no JSON. Changes nothing. The exit code is 1 if anything is wrong, and it is named."
    )]
    Check {
        #[command(flatten)]
        kept: Kept,
    },
    /// Delete tables that never began and lists that nobody looks at
    #[command(
        long_about = "Deletes tables that never began and have not changed for a while, and lists without account that nobody \
has looked at for a while. Games that began stay."
    )]
    Prune {
        #[command(flatten)]
        kept: Kept,
        /// Tables that have not changed for so many days
        #[arg(long, default_value_t = store::OPEN_DAYS, value_name = "DAYS")]
        open_days: u32,
        /// Lists that nobody has looked at for so many days
        #[arg(long, default_value_t = store::LIST_DAYS, value_name = "DAYS")]
        list_days: u32,
        /// Say what would go and delete nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Give room that is not used any more back to the disk
    #[command(
        long_about = "Writes the store anew without the room that is not used any more. That needs as much room again \
meanwhile; a file must not be in use by a server, and the servers of a database have to wait until it is done."
    )]
    Compact {
        #[command(flatten)]
        kept: Kept,
    },
}

#[derive(Args)]
struct Kept {
    /// The file with all games; without it the one in your data directory
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead of the file
    #[arg(
        long,
        value_name = "URL",
        env = "SANDTABLE_DATABASE_URL",
        hide_env_values = true,
        conflicts_with = "data"
    )]
    database_url: Option<String>,
    /// Whose certificates of the database are trusted (PEM); without it those the system trusts
    #[arg(long, value_name = "FILE", requires = "database_url")]
    database_ca: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

impl From<Kept> for commands::store::Place {
    fn from(Kept { data, database_url, database_ca, json }: Kept) -> Self {
        commands::store::Place { data, database_url, database_ca, json }
    }
}

#[derive(Subcommand)]
enum ListCommand {
    /// Points and legality of a list, each fault with its rule
    #[command(
        long_about = "Says what a list comes to, whether it is legal, what keeps it out of tournaments, and what was odd \
about the file; each fault with its rule. The exit code is 1 if the list is not legal, or cannot be judged yet because cards are not built in.",
        after_help = CHECK_EXAMPLES
    )]
    Check {
        game: String,
        /// The list; - for the standard input
        file: PathBuf,
        /// Judge by this option of the table instead of those in the file; may be given several times
        #[arg(long = "option", value_name = "NAME=VALUE")]
        options: Vec<String>,
        #[arg(long, default_value = "en", value_name = "de|en")]
        lang: String,
        #[arg(long)]
        json: bool,
    },
    /// Write a list in another form that players exchange
    #[command(
        long_about = "Writes a list in another form that players exchange. What that form cannot hold is named beside it, \
and the exit code is 1."
    )]
    Convert {
        game: String,
        /// The list; - for the standard input
        file: PathBuf,
        /// The form: xws, text or brackets (xwing); text, octgn or swlcgdb (swlcg); toml (attackwing); the first of these without it
        #[arg(long, value_name = "FORM")]
        to: Option<String>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    Text,
    Svg,
    Png,
    /// The scene as data
    Json,
}

/// A network such as `10.0.0.0/8`, or one address alone.
fn network(text: &str) -> Result<server::IpNet, String> {
    let alone = || text.parse::<std::net::IpAddr>().map(server::IpNet::from);
    text.parse().or_else(|_| alone()).map_err(|_| "an address, or a network such as 10.0.0.0/8".to_string())
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ProxyHeader {
    XForwardedFor,
    Forwarded,
}

impl From<ProxyHeader> for server::ProxyHeader {
    fn from(header: ProxyHeader) -> Self {
        match header {
            ProxyHeader::XForwardedFor => server::ProxyHeader::XForwardedFor,
            ProxyHeader::Forwarded => server::ProxyHeader::Forwarded,
        }
    }
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => commands::serve::run(&commands::serve::Options::default()),
        Some(Command::Serve {
            bind,
            data,
            database_url,
            database_ca,
            read_only,
            luck,
            secure,
            rate,
            sockets,
            trusted_proxies,
            proxy_header,
            operators,
            json_log,
            types,
        }) => {
            let options = commands::serve::Options {
                bind,
                data,
                database_url,
                database_ca,
                read_only,
                luck,
                secure,
                rate,
                sockets,
                trusted_proxies,
                proxy_header: proxy_header.into(),
                operators,
                json_log,
                types,
            };
            commands::serve::run(&options)
        }
        Some(Command::Health { address }) => commands::health::run(address),
        Some(Command::Demo { game }) => commands::demo::run(&game),
        Some(Command::Scenario { paths, json }) => commands::scenario::run(&paths, json),
        Some(Command::Conformance { game, json, missing, not_applicable, kind }) => {
            let show = commands::conformance::Show { json, missing, not_applicable };
            commands::conformance::run(game.as_deref(), kind.as_deref(), &show)
        }
        Some(Command::Rules { query, game, lang, kind, limit, json }) => {
            commands::rules::run(&query.join(" "), game.as_deref(), kind.as_deref(), &lang, limit, json)
        }
        Some(Command::Simulate { game, games, threads, seed, setup, lists, options, agents, swap, json }) => {
            let amount = commands::simulate::Amount { games, threads, seed };
            let players = commands::simulate::Players { setup, lists, options, agents, swap };
            commands::simulate::run(&game, &amount, &players, json)
        }
        Some(Command::Replay { file, to, at, lang, out, board, light, width, range, record, seed }) => {
            let form = match to {
                Form::Text => commands::replay::Form::Text,
                Form::Svg => commands::replay::Form::Svg,
                Form::Png => commands::replay::Form::Png,
                Form::Json => commands::replay::Form::Json,
            };
            let record = record.as_deref().map(|game| (game, seed));
            let picture = commands::replay::Picture { form, board, light, width, range };
            commands::replay::run(&file, &picture, at, &lang, out.as_deref(), record)
        }
        Some(Command::List { command: ListCommand::Check { game, file, options, lang, json } }) => {
            commands::list::check(&game, &file, &options, &lang, json)
        }
        Some(Command::List { command: ListCommand::Convert { game, file, to } }) => {
            commands::list::convert(&game, &file, to.as_deref())
        }
        Some(Command::Store { command }) => match command {
            StoreCommand::Sizes { kept } => commands::store::sizes(&kept.into()),
            StoreCommand::Check { kept } => commands::store::check(&kept.into()),
            StoreCommand::Prune { kept, open_days, list_days, dry_run } => {
                commands::store::prune(&kept.into(), open_days, list_days, dry_run)
            }
            StoreCommand::Compact { kept } => commands::store::compact(&kept.into()),
        },
        Some(Command::Cards { game, query, gap, lang, json }) => {
            commands::cards::run(&game, &query.join(" "), &lang, &commands::cards::Show { gap, json })
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("sandtable: {message}");
            ExitCode::from(2)
        }
    }
}
