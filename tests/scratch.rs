use cozy_chess::{Board, Move, Piece};
use movewright::chess::classic::{Options, design};
use movewright::simulate::{Net, Simulation};

struct M {
    s: Simulation,
    v: Net,
    c: Net,
    d: Net,
    rr: Net,
    cr: Net,
    rv: Net,
    rd: Net,
    re: Net,
}
impl M {
    fn new(o: &Options) -> M {
        let d = design(o).unwrap();
        let d = d.shared().unwrap();
        for m in d.modules() {
            println!("{} signals {} nodes {}", m.name, m.signals.len(), m.nodes().count());
        }
        let s = Simulation::new(&d).unwrap();
        let f = |n: &str| s.find(n).unwrap();
        let (v, c, dd, rr, cr, rv, rd, re) = (
            f("command_valid"),
            f("command"),
            f("command_data"),
            f("response_ready"),
            f("command_ready"),
            f("response_valid"),
            f("response_data"),
            f("response_error"),
        );
        let mut m = M { v, c, d: dd, rr, cr, rv, rd, re, s };
        m.s.poke(m.rr, 1).unwrap();
        let r = m.s.find("reset").unwrap();
        m.s.poke(r, 1).unwrap();
        m.s.step();
        m.s.poke(r, 0).unwrap();
        m
    }
    fn cmd(&mut self, c: u64, d: u64) -> u64 {
        self.s.poke(self.v, 1).unwrap();
        self.s.poke(self.c, c).unwrap();
        self.s.poke(self.d, d).unwrap();
        while self.s.peek(self.cr) == 0 {
            self.s.step();
        }
        self.s.step();
        self.s.poke(self.v, 0).unwrap();
        let mut n = 0u64;
        while self.s.peek(self.rv) == 0 {
            self.s.step();
            n += 1;
            assert!(n < 3_000_000_000);
            if n > 5000 && c == 3 {
                panic!("hang")
            }
        }
        let r = self.s.peek(self.rd);
        assert_eq!(self.s.peek(self.re), 0, "cmd {c} {d}");
        self.s.step();
        r
    }
    fn load(&mut self, b: &Board, checks: bool) {
        for sq in cozy_chess::Square::ALL {
            let p = match (b.piece_on(sq), b.color_on(sq)) {
                (Some(p), Some(c)) => {
                    (match p {
                        Piece::Pawn => 1,
                        Piece::Knight => 2,
                        Piece::Bishop => 3,
                        Piece::Rook => 4,
                        Piece::Queen => 5,
                        Piece::King => 6,
                    }) | (c as u64) << 3
                }
                _ => 0,
            };
            self.cmd(1, sq as u64 | p << 6);
        }
        let r = b.castle_rights(cozy_chess::Color::White);
        let q = b.castle_rights(cozy_chess::Color::Black);
        let rights = r.short.is_some() as u64
            | (r.long.is_some() as u64) << 1
            | (q.short.is_some() as u64) << 2
            | (q.long.is_some() as u64) << 3;
        let ep = b.en_passant().map_or(0, |f| 1 | (f as u64) << 1);
        self.cmd(2, b.side_to_move() as u64 | rights << 1 | ep << 5 | (checks as u64) << 9);
    }
}
fn name(m: u64) -> String {
    let sq = |s: u64| format!("{}{}", (b'a' + (s & 7) as u8) as char, (s >> 3 & 7) + 1);
    let promo = if m >> 21 & 7 == 2 { ["q", "r", "b", "n"][(m >> 18 & 3) as usize] } else { "" };
    format!("{}{}{}", sq(m), sq(m >> 6), promo)
}
fn uci(b: &Board, m: Move) -> String {
    cozy_chess::util::display_uci_move(b, m).to_string()
}

#[test]
fn perft_and_moves() {
    for o in [Options { checks_first: false, ..Options::default() }, Options::default()] {
        let mut m = M::new(&o);
        let suite = std::fs::read_to_string("tests/data/chess_perft_suite.epd").unwrap();
        for checks in [false, true] {
            if checks && !o.checks_first {
                continue;
            }
            let (mut tc, mut tm) = (0, 0);
            let t = std::time::Instant::now();
            for line in suite.lines() {
                let mut parts = line.split(';');
                let fen = parts.next().unwrap().trim();
                let b: Board = fen.parse().unwrap();
                m.load(&b, checks);
                let mut got = vec![];
                loop {
                    let r = m.cmd(3, 0);
                    if r >> 32 == 0 {
                        break;
                    }
                    got.push(name(r));
                }
                let mut want = vec![];
                b.generate_moves(|mv| {
                    for x in mv {
                        want.push(uci(&b, x));
                    }
                    false
                });
                let order = got.join(" ");
                got.sort();
                want.sort();
                assert_eq!(got, want, "{fen} checks {checks}: {order}");
                for p in parts {
                    let mut w = p.split_whitespace();
                    let d: u64 = w.next().unwrap()[1..].parse().unwrap();
                    let n: u64 = w.next().unwrap().parse().unwrap();
                    if n > 100_000 || d > 3 {
                        continue;
                    }
                    m.load(&b, checks);
                    let nodes = m.cmd(6, d | (checks as u64) << 9);
                    let c = m.cmd(8, 1);
                    let mv = m.cmd(8, 2);
                    assert_eq!(nodes, n, "{fen} depth {d} checks {checks}");
                    tc += c;
                    tm += mv;
                }
            }
            println!(
                "gen {} checks {checks}: cycles {tc} moves {tm} {:.3}  {:.0} cycles/s",
                o.checks_first,
                tc as f64 / tm as f64,
                tc as f64 / t.elapsed().as_secs_f64()
            );
        }
    }
}
fn perft(b: &Board, d: u64) -> u64 {
    if d == 0 {
        return 1;
    }
    let mut n = 0;
    b.generate_moves(|mv| {
        for x in mv {
            let mut c = b.clone();
            c.play_unchecked(x);
            n += perft(&c, d - 1);
        }
        false
    });
    n
}
fn divide(m: &mut M, b: &Board, d: u64) {
    let checks = true;
    m.load(b, checks);
    loop {
        let r = m.cmd(3, 0);
        if r >> 32 == 0 {
            break;
        }
        m.cmd(4, 0);
        let n = m.cmd(6, d - 1);
        m.cmd(5, 0);
        let mut c = b.clone();
        let mut x = None;
        b.generate_moves(|mv| {
            for y in mv {
                if uci(b, y) == name(r) {
                    x = Some(y);
                }
            }
            false
        });
        if x.is_none() {
            println!("bad move {} {b} phase {}", name(r), r >> 21 & 7);
            continue;
        }
        c.play_unchecked(x.unwrap());
        let w = perft(&c, d - 1);
        if n != w {
            println!("{} {} {n} want {w}", d, name(r));
            if d > 1 {
                m.cmd(4, 0);
                m.cmd(5, 0);
                let mut m2 = M::new(&Options::default());
                m2.load(&c, true);
                println!("fresh {} {}", m2.cmd(6, d - 1), c);
                divide(&mut m2, &c, d - 1);
            }
        }
    }
}
#[test]
fn div() {
    let mut m = M::new(&Options::default());
    let b: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    divide(&mut m, &b, 3);
}
#[test]
fn walk() {
    let mut m = M::new(&Options::default());
    let b: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N4Q/PPPBBPPP/R3K2R b KQkq - 0 1".parse().unwrap();
    m.load(&b, true);
    m.s.poke(m.v, 1).unwrap();
    m.s.poke(m.c, 6).unwrap();
    m.s.poke(m.d, 2).unwrap();
    m.s.step();
    m.s.poke(m.v, 0).unwrap();
    let f = |n: &str| m.s.find(n).unwrap();
    let (pop, ab, nodes, mw, ply, cnt) =
        (f("pop"), f("sequencer.abandon"), f("nodes"), f("move_word"), f("ply"), f("sequencer.count_node"));
    let (st, ph, make, ill) = (f("sequencer.state"), f("phase"), f("sequencer.make"), f("sequencer.illegal"));
    let mut last = 0;
    let mut list = vec![];
    while m.s.peek(m.rv) == 0 {
        if m.s.peek(cnt) == 1 {
            list.push(name(m.s.peek(mw)));
        }
        if m.s.peek(pop) == 1 {
            let n = m.s.peek(nodes) + m.s.peek(cnt);
            let mv = name(m.s.peek(mw));
            let mut c = b.clone();
            let mut x = None;
            b.generate_moves(|q| {
                for y in q {
                    if uci(&b, y) == mv {
                        x = Some(y);
                    }
                }
                false
            });
            c.play_unchecked(x.unwrap());
            let mut want = vec![];
            c.generate_moves(|q| {
                for y in q {
                    want.push(uci(&c, y));
                }
                false
            });
            if want.len() as u64 != n - last {
                list.sort();
                want.sort();
                println!("{mv} {} want {}: {list:?}\n{want:?}", n - last, want.len());
            }
            last = n;
            list.clear();
        }
        m.s.step();
    }
    let _ = (ab, ply, st, ph, make, ill);
}
#[test]
fn emit() {
    use movewright::emit::*;
    for (n, o) in [
        ("on", Options::default()),
        ("off", Options { checks_first: false, ..Options::default() }),
        (
            "plain",
            Options {
                order: movewright::parts::arbiter::Order::Plain,
                legality: false,
                stack_depth: 8,
                ..Options::default()
            },
        ),
    ] {
        let d = match design(&o) {
            Ok(d) => d,
            Err(e) => {
                println!("{n}: {e}");
                continue;
            }
        };
        let dir = format!("/tmp/emit_{n}");
        std::fs::create_dir_all(&dir).unwrap();
        for l in [Language::Verilog, Language::Vhdl] {
            for f in emit(&d, l, Dialect::Generic).unwrap() {
                std::fs::write(format!("{dir}/{}", f.name), f.text).unwrap();
            }
        }
    }
}
