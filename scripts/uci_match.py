"""Plays games between `movewright uci` and another chess program, and referees every move.

Each pair of games begins with a line of a file of FENs, with colours changed in between. The referee is
python-chess, which knows the rules independently: an illegal move, a move that comes too late or a
program that ends loses the game and is counted. The last line is the summary as JSON. The exit status
is 1 if Movewright has made an illegal move, lost on time or ended.

    python scripts/uci_match.py --engine target/release/movewright --games 20 --clock 5+0.1 \
        --opponent stockfish --option UCI_LimitStrength=true --option UCI_Elo=2000

Without --opponent, Movewright plays against itself. Needs `pip install chess`.
"""

import argparse
import json
import math
import sys
import time

import chess
import chess.engine

# Seconds of delay on the line that the referee forgives.
GRACE = 0.05
# Half moves after which a game is a draw.
LONGEST = 400


class Player:
    """A program that plays, and what the referee has noted of it."""

    def __init__(self, name, command, options, nodes=None, depth=None):
        self.name, self.command, self.options = name, command, options
        self.nodes, self.depth = nodes, depth
        self.illegal = self.late = self.ended = 0
        self.engine = None
        self.start()

    def start(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=30)
        self.engine.configure(self.options)

    def limit(self, clock):
        """The limit of a move: the clock, if there is one, and what the player is always given."""
        return chess.engine.Limit(nodes=self.nodes, depth=self.depth, **clock)

    def restart(self):
        self.engine.close()
        self.start()


def play(white, black, fen, args):
    """Plays one game. Returns the result and its reason."""
    board = chess.Board(fen)
    start, increment = args.clock if args.clock else (None, 0.0)
    clocks = {chess.WHITE: start, chess.BLACK: start}
    game = object()
    while len(board.move_stack) < LONGEST:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            return outcome.result(), outcome.termination.name.lower()
        side = board.turn
        player = white if side == chess.WHITE else black
        lost = "0-1" if side == chess.WHITE else "1-0"
        clock = {}
        if args.clock:
            clock = {
                "white_clock": clocks[chess.WHITE],
                "black_clock": clocks[chess.BLACK],
                "white_inc": increment,
                "black_inc": increment,
            }
        began = time.monotonic()
        try:
            move = player.engine.play(board, player.limit(clock), game=game).move
        except chess.engine.EngineTerminatedError:
            player.ended += 1
            player.restart()
            return lost, "the program ended"
        except chess.engine.EngineError as error:
            # python-chess refuses an illegal move with this.
            player.illegal += 1
            player.restart()
            return lost, f"illegal: {error}"
        if move is None or move not in board.legal_moves:
            player.illegal += 1
            return lost, f"illegal: {move}"
        if args.clock:
            clocks[side] -= time.monotonic() - began
            if clocks[side] < -GRACE:
                player.late += 1
                return lost, "time"
            clocks[side] = max(clocks[side], 0.001) + increment
        board.push(move)
    return "1/2-1/2", "too long"


def elo(score, games):
    """The difference of strength for a share of points, and its 95 % error; None at 0 and at 1."""
    if games == 0 or not 0 < score < 1:
        return None
    difference = -400 * math.log10(1 / score - 1)
    slope = 400 / math.log(10) / (score * (1 - score))
    return round(difference), round(1.96 * slope * math.sqrt(score * (1 - score) / games))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="movewright", help="the program movewright")
    parser.add_argument("--opponent", help="the command of the other program")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the opponent")
    parser.add_argument("--hash", type=int, help="megabytes of Movewright's table, if it is the twin's")
    parser.add_argument("--uci", default="", metavar="ARGUMENTS", help="arguments of `movewright uci`, such as '--on model'")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--openings", default="tests/data/chess_openings.txt", help="a file of FENs")
    parser.add_argument("--nodes", type=int, help="nodes of a move; the opponent's too, unless it has others or a depth")
    parser.add_argument("--opponent-depth", type=int, help="depth of the opponent's searches")
    parser.add_argument("--opponent-nodes", type=int, help="nodes of the opponent's moves, if they are others")
    parser.add_argument("--first", type=int, default=0, help="the first game's number, to divide a match")
    parser.add_argument("--clock", metavar="SEC+SEC", help="seconds for all moves, and seconds a move adds")
    args = parser.parse_args()
    if args.clock:
        start, _, increment = args.clock.partition("+")
        args.clock = float(start), float(increment or 0)
    if not args.clock and not args.nodes:
        parser.error("give --nodes or --clock")
    return args


def main():
    args = arguments()
    with open(args.openings, encoding="utf-8") as file:
        openings = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    options = dict(option.partition("=")[::2] for option in args.option)
    ours = [args.engine, "uci", *args.uci.split()]
    table = {} if args.hash is None else {"Hash": args.hash}
    first = Player("movewright", ours, table, nodes=args.nodes)
    nodes = {"nodes": args.opponent_nodes or args.nodes}
    theirs = {"depth": args.opponent_depth} if args.opponent_depth else nodes
    second = Player("opponent", [args.opponent] if args.opponent else ours, options, **theirs)
    points = 0.0
    for number in range(args.first, args.first + args.games):
        white, black = (first, second) if number % 2 == 0 else (second, first)
        fen = openings[number // 2 % len(openings)]
        result, why = play(white, black, fen, args)
        won = {"1-0": white, "0-1": black}.get(result)
        points += 1.0 if won is first else 0.5 if won is None else 0.0
        print(f"game {number + 1}: {white.name} - {black.name} {result}, {why}", flush=True)
    for player in (first, second):
        player.engine.quit()
    score = points / args.games
    summary = {"games": args.games, "points": points, "elo": elo(score, args.games)}
    for player in (first, second):
        summary[player.name] = {"illegal": player.illegal, "late": player.late, "ended": player.ended}
    print(json.dumps(summary))
    ours_wrong = first.illegal + first.late + first.ended
    if not args.opponent:
        ours_wrong += second.illegal + second.late + second.ended
    return 1 if ours_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
