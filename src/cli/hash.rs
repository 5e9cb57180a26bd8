//! `movewright hash`: where a key goes in a hash table, and what a store would replace there.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;

use super::options::Format;
use super::results::{Record, Results};
use super::{Outcome, Usage};
use crate::hash::rules::{self, Rule};
use crate::hash::{Bound, Clusters, Entry, GENERATIONS, Header, Layout, Store, Table, Width};

/// Show where a key goes in a hash table, and which rule would replace what there
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The cluster is empty unless --cluster gives its bytes, or --table a file that has them. Numbers of
fields are as in docs/hash.md. The depth is the one that is stored: 0 marks an empty entry.

Examples:
  movewright hash --count 1000 --key 910a2dec89025cc1
  movewright hash --count 1000 --key 910a2dec89025cc1 --depth 12 --bound exact --move 796
  movewright hash --count 6442450944 --key 910a2dec89025cc1 --format json")]
pub struct Args {
    /// The number of clusters: even, at least 2
    #[arg(long, value_name = "N", value_parser = parse_count, required_unless_present = "table")]
    count: Option<Clusters>,
    /// The key, 1 to 16 hexadecimal digits; bit 0 is the side to move
    #[arg(long, value_name = "K", value_parser = parse_key)]
    key: u64,
    /// The side to move, if it is not bit 0 of the key
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u64).range(0..=1))]
    side: Option<u64>,
    /// The bits of the key that make the index, 32 or 64; by default 32 where that reaches all
    /// clusters
    #[arg(long, value_name = "BITS", value_parser = parse_width)]
    index_bits: Option<Width>,
    /// The bytes of the memory, which have to hold all clusters
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Entries a cluster and the widths of key part, depth, move and values
    #[arg(long, value_name = "E,K,D,M,V", value_parser = parse_layout, default_value = "3,16,8,16,16")]
    layout: Layout,
    /// The bytes of the cluster, in hexadecimal, in the order of memory
    #[arg(long, value_name = "HEX", value_parser = parse_bytes)]
    cluster: Option<Bytes>,
    /// The number of the search, 0 to 31
    #[arg(long, value_name = "G", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..32))]
    generation: u32,
    /// A file of a table; gives clusters, layout, bytes and the number of the search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "index_bits", "layout", "cluster", "generation"])]
    table: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// The format of the answer
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

/// What would be stored.
#[derive(Debug, clap::Args)]
struct StoreArgs {
    /// The depth that would be stored, above 0
    #[arg(long, value_name = "D", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// What the value would say
    #[arg(long, value_enum, default_value_t = BoundArg::None)]
    bound: BoundArg,
    /// It would be of the principal variation
    #[arg(long)]
    pv: bool,
    /// The move, as a number; 0 for none
    #[arg(long = "move", value_name = "M", default_value_t = 0)]
    mv: u32,
    /// The value
    #[arg(long, value_name = "V", default_value_t = 0, allow_negative_numbers = true)]
    value: i64,
    /// The static evaluation
    #[arg(long, value_name = "V", default_value_t = 0, allow_negative_numbers = true)]
    eval: i64,
}

/// A bound as a word.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BoundArg {
    /// Nothing
    None,
    /// The position is worth at most this
    Upper,
    /// The position is worth at least this
    Lower,
    /// The position is worth this
    Exact,
}

/// Bytes, as one value of an option.
#[derive(Clone, Debug)]
struct Bytes(Vec<u8>);

/// A cluster, and what belongs to it.
struct Place {
    clusters: Clusters,
    layout: Layout,
    generation: u32,
    index: u64,
    bytes: Vec<u8>,
}

pub fn run(args: &Args, results: &mut Results) -> Result<Outcome> {
    let place = place(args)?;
    let new = args.store.store(place.layout)?;
    let answer = Answer::new(place, args.key, &new);
    match args.format {
        Format::Json => results.json(&answer.record())?,
        Format::Pretty => results.text(answer.pretty())?,
    }
    Ok(Outcome::Success)
}

fn place(args: &Args) -> Result<Place> {
    let side = args.side.unwrap_or(args.key & 1);
    if let Some(path) = &args.table {
        let Header { layout, clusters, seed, generation } = Header::read(path)?;
        fits(args, clusters, layout)?;
        let table = Table::load(path, layout, seed)?;
        let index = clusters.index_for(args.key, side);
        return Ok(Place { clusters, layout, generation, index, bytes: table.cluster(index).into() });
    }
    let Some(counted) = args.count else {
        return Err(Usage("--count is missing; give a number".into()).into());
    };
    let width = args.index_bits.unwrap_or(counted.width());
    let clusters = Clusters::with_width(counted.count(), width);
    let clusters = clusters.map_err(|error| Usage(format!("--count with --index-bits 32: {error}")))?;
    let layout = args.layout;
    fits(args, clusters, layout)?;
    let length = layout.cluster_bytes() as usize;
    let bytes = args.cluster.as_ref().map_or_else(|| vec![0; length], |bytes| bytes.0.clone());
    if bytes.len() != length {
        let problem = format!("--cluster has {} bytes; a cluster of this layout has {length}", bytes.len());
        return Err(Usage(problem).into());
    }
    let index = clusters.index_for(args.key, side);
    Ok(Place { clusters, layout, generation: args.generation, index, bytes })
}

/// Refuses more clusters than the memory holds.
fn fits(args: &Args, clusters: Clusters, layout: Layout) -> Result<()> {
    let checked = args.memory.map_or(Ok(clusters), |memory| clusters.within(layout, memory));
    checked.map(|_| ()).map_err(|error| Usage(format!("--memory: {error}")).into())
}

impl StoreArgs {
    fn store(&self, layout: Layout) -> Result<Store> {
        let value = |name: &str, given: i64| signed(name, given, layout.value_bits());
        Ok(Store {
            depth: unsigned("--depth", self.depth, layout.depth_bits())?,
            bound: Bound::of_code(self.bound as u32),
            pv: self.pv,
            mv: unsigned("--move", self.mv, layout.move_bits())?,
            value: value("--value", self.value)?,
            eval: value("--eval", self.eval)?,
        })
    }
}

fn unsigned(name: &str, given: u32, bits: u32) -> Result<u32> {
    let most = u32::MAX >> (u32::BITS - bits);
    match given <= most {
        true => Ok(given),
        false => {
            Err(Usage(format!("{name} {given} does not fit its {bits} bits; choose 0 to {most}")).into())
        }
    }
}

fn signed(name: &str, given: i64, bits: u32) -> Result<u32> {
    let half = 1i64 << (bits - 1);
    match (-half..half).contains(&given) {
        true => Ok((given & (2 * half - 1)) as u32),
        false => {
            let problem =
                format!("{name} {given} does not fit its {bits} bits; choose {} to {}", -half, half - 1);
            Err(Usage(problem).into())
        }
    }
}

/// All that is shown.
struct Answer {
    place: Place,
    key_part: u32,
    entries: Vec<Entry>,
    hit: bool,
    chosen: usize,
    rule: Rule,
    after: Vec<u8>,
}

impl Answer {
    fn new(place: Place, key: u64, new: &Store) -> Self {
        let Place { clusters, layout, generation, ref bytes, .. } = place;
        let key_part = clusters.key_part(key, layout.key_bits());
        let entries = layout.read(bytes).to_vec();
        let found = rules::place_of(&entries, key_part);
        let chosen = found.unwrap_or_else(|| rules::victim(&entries, generation));
        let old = entries.get(chosen).copied().unwrap_or_default();
        let (saved, rule) = rules::saved(&old, key_part, new, generation);
        let mut after = bytes.clone();
        layout.write(&mut after, chosen, &saved);
        let hit = found.is_some() && !old.is_empty();
        Self { place, key_part, entries, hit, chosen, rule, after }
    }

    fn first_byte(&self) -> u128 {
        u128::from(self.place.index) * u128::from(self.place.layout.cluster_bytes())
    }

    fn record(&self) -> Record {
        let Place { clusters, layout, generation, index, bytes } = &self.place;
        let mut record = Record::new();
        record
            .add("index", *index)
            .add("count", clusters.count())
            .add("index_bits", clusters.width().bits())
            .add("first_byte", self.first_byte().to_string())
            .add("layout", layout.to_string())
            .add("generation", *generation)
            .add("key_part", self.key_part)
            .add("cluster", hex::encode(bytes))
            .add_records("entries", self.entries.iter().map(|entry| self.entry_record(entry)))
            .add("hit", self.hit)
            .add("place", self.chosen)
            .add("rule", word(self.rule))
            .add("replaces", self.rule.about())
            .add("after", hex::encode(&self.after));
        record
    }

    fn entry_record(&self, entry: &Entry) -> Record {
        let bits = self.place.layout.value_bits();
        let mut record = Record::new();
        record
            .add("key_part", entry.key)
            .add("depth", entry.depth)
            .add("generation", entry.generation)
            .add("bound", bound(entry.bound))
            .add("pv", entry.pv)
            .add("move", entry.mv)
            .add("value", extended(entry.value, bits))
            .add("eval", extended(entry.eval, bits))
            .add("worth", rules::worth(entry, self.place.generation));
        record
    }

    fn pretty(&self) -> String {
        let Place { clusters, layout, generation, index, bytes } = &self.place;
        let first = self.first_byte();
        let last = first + u128::from(layout.cluster_bytes()) - 1;
        let digits = layout.key_bits().div_ceil(4) as usize;
        let mut text = format!(
            "index    {index} of {}, by the index of {} bits\nbytes    {first} to {last}\nkey part {:0digits$x}, search \
             {generation} of {GENERATIONS}\ncluster  {}\n",
            clusters.count(),
            clusters.width().bits(),
            self.key_part,
            hex::encode(bytes),
        );
        for (place, entry) in self.entries.iter().enumerate() {
            text += &format!("place {place}  {}\n", self.line(entry, digits));
        }
        let found = match (self.hit, self.rule) {
            (true, _) => "finds the entry at",
            (false, _) => "finds nothing; a store takes",
        };
        let (place, about) = (self.chosen, self.rule.about());
        text += &format!("probe    {found} place {place}\nstore    replaces {about}\n");
        text + &format!("after    {}\n", hex::encode(&self.after))
    }

    fn line(&self, entry: &Entry, digits: usize) -> String {
        if entry.is_empty() {
            return "empty".into();
        }
        let bits = self.place.layout.value_bits();
        format!(
            "key {:0digits$x}, depth {}, search {}, worth {}, {}{}, move {}, value {}, evaluation {}",
            entry.key,
            entry.depth,
            entry.generation,
            rules::worth(entry, self.place.generation),
            bound(entry.bound),
            if entry.pv { " of the principal variation" } else { "" },
            entry.mv,
            extended(entry.value, bits),
            extended(entry.eval, bits),
        )
    }
}

/// A value in two's complement of this many bits.
fn extended(value: u32, bits: u32) -> i32 {
    let unused = u32::BITS - bits;
    (value << unused) as i32 >> unused
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::None => "none",
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    }
}

fn word(rule: Rule) -> &'static str {
    match rule {
        Rule::Exact => "exact",
        Rule::OtherKey => "other-key",
        Rule::Depth => "depth",
        Rule::Older => "older",
        Rule::MoveOnly => "move-only",
        Rule::Nothing => "nothing",
    }
}

fn parse_count(text: &str) -> Result<Clusters, String> {
    let count = text.parse().map_err(|_| "not a number of clusters; give one up to 2^64, such as 1000")?;
    Clusters::new(count).map_err(|error| error.to_string())
}

fn parse_key(text: &str) -> Result<u64, &'static str> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let key = u64::from_str_radix(digits, 16).ok().filter(|_| hexadecimal);
    key.ok_or("not a key; give 1 to 16 hexadecimal digits, such as 910a2dec89025cc1")
}

fn parse_width(text: &str) -> Result<Width, &'static str> {
    let known = [Width::Bits32, Width::Bits64].into_iter().find(|width| width.bits().to_string() == text);
    known.ok_or("no such index; choose 32 or 64")
}

fn parse_layout(text: &str) -> Result<Layout, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[entries, key, depth, mv, value]) => {
            Layout::new(entries, key, depth, mv, value).map_err(|error| error.to_string())
        }
        _ => Err("not five numbers; give entries a cluster and four widths, such as 3,16,8,16,16".into()),
    }
}

fn parse_bytes(text: &str) -> Result<Bytes, String> {
    hex::decode(text).map(Bytes).map_err(|_| "not bytes; give two hexadecimal digits for each".into())
}
