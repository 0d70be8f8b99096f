// The little of the game that a pad must know without a network: who deals, who is vulnerable, what a result scores.
// The tests hold every number here against the program's own.

export const SEATS = ["N", "E", "S", "W"];
export const SUITS = ["C", "D", "H", "S", "N"];
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠", N: "NT" };
export const COLOURS = { C: "clubs", D: "diamond", H: "heart", S: "spade", N: "" };
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

export const dealer = (board) => SEATS[(board - 1) % 4];
export const vulnerable = (board) =>
  ["none", "NS", "EW", "both", "NS", "EW", "both", "none", "EW", "both", "none", "NS", "both", "none", "NS", "EW"][
    (board - 1) % 16
  ];
export const sideOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");
export const otherSide = (side) => (side === "NS" ? "EW" : "NS");
export const leader = (declarer) => SEATS[(SEATS.indexOf(declarer) + 1) % 4];

const isVulnerable = (board, side) => [side, "both"].includes(vulnerable(board));

function undertricks(down, doubled, vul) {
  if (!doubled) return -down * (vul ? 100 : 50);
  let lost = 0;
  for (let trick = 1; trick <= down; trick += 1) {
    if (vul) lost += trick === 1 ? 200 : 300;
    else lost += trick === 1 ? 100 : trick <= 3 ? 200 : 300;
  }
  return -lost * doubled;
}

// A result as declarer's side sees it; doubled is 0, 1 or 2.
export function scoreOf(level, suit, doubled, tricks, vul) {
  const over = tricks - 6 - level;
  if (over < 0) return undertricks(-over, doubled, vul);
  const each = suit === "C" || suit === "D" ? 20 : 30;
  const bid = (level * each + (suit === "N" ? 10 : 0)) * 2 ** doubled;
  const extra = doubled ? over * 50 * 2 ** doubled * (vul ? 2 : 1) : over * each;
  const game = bid >= 100 ? (vul ? 500 : 300) : 50;
  const slam = level === 6 ? (vul ? 750 : 500) : level === 7 ? (vul ? 1500 : 1000) : 0;
  return bid + extra + game + slam + 50 * doubled;
}

export const parts = (contract) => ({
  level: Number(contract[0]),
  suit: contract[1],
  doubled: contract.endsWith("XX") ? 2 : contract.endsWith("X") ? 1 : 0,
});

// What a result scores as North-South see it; nothing for a board that was not played.
export function nsScore(entry, board) {
  if (entry.type === "passed-out") return 0;
  if (entry.type === "score") return entry.ns;
  if (entry.type !== "contract") return null;
  if (entry.written !== null && entry.written !== undefined) return entry.written;
  const { level, suit, doubled } = parts(entry.contract);
  const side = sideOf(entry.declarer);
  const score = scoreOf(level, suit, doubled, entry.tricks, isVulnerable(board, side));
  return side === "NS" ? score : -score;
}

export const overTricks = (entry) => entry.tricks - 6 - Number(entry.contract[0]);
