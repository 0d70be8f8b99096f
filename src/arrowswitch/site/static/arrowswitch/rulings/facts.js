// The facts of a call, read, written and worked out as the program does it (rulings/facts.py and follows.py): the tests hold
// the two together. A fact is { dealer, made, offender, turn, declarer, card }; a call is { seat, call, shows, stands }.

export const SEATS = ["N", "E", "S", "W"];
export const SUITS = ["S", "H", "D", "C"];
export const RANKS = "AKQJT98765432";
const DENOMINATIONS = ["C", "D", "H", "S", "NT"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" };

export const left = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];
export const partner = (seat) => left(left(seat));
export const right = (seat) => left(partner(seat));
export const sameSide = (one, other) => one === other || one === partner(other);

// -- calls and auctions

export const isBid = (call) => /^[1-7]/.test(call);
const denomination = (call) => call.slice(1);
const rank = (call) => Number(call[0]) * 5 + DENOMINATIONS.indexOf(denomination(call));
export const BIDS = [1, 2, 3, 4, 5, 6, 7].flatMap((level) => DENOMINATIONS.map((each) => `${level}${each}`));
export const callShown = (call) =>
  isBid(call) ? `${call[0]}${SYMBOLS[denomination(call)]}` : call === "P" ? "Pass" : call;
export const cardShown = (card) => `${SYMBOLS[card[0]]}${card[1] === "T" ? "10" : card[1]}`;

export const standing = (made) => made.filter((each) => each.stands);
const turnOf = (dealer, calls) => (calls.length ? left(calls.at(-1).seat) : dealer);
const lastBid = (calls) => calls.findLast(({ call }) => isBid(call));
const doubling = (calls) => {
  const last = calls.findLast(({ call }) => call !== "P")?.call ?? "";
  return last === "X" || last === "XX" ? last : "";
};
export const isOver = (calls) => {
  const passes = calls.length - 1 - calls.findLastIndex(({ call }) => call !== "P");
  return passes === calls.length ? passes >= 4 : passes >= 3;
};
const sufficient = (calls, bid) => !lastBid(calls) || rank(bid) > rank(lastBid(calls).call);
export const admissible = (calls, seat, call) => {
  if (isBid(call)) return sufficient(calls, call);
  if (call === "P") return true;
  const last = lastBid(calls);
  if (!last) return false;
  return call === "X"
    ? !sameSide(last.seat, seat) && !doubling(calls)
    : sameSide(last.seat, seat) && doubling(calls) === "X";
};
const declarerOf = (calls) => {
  const last = lastBid(calls);
  if (!last) return "";
  return calls.find(
    ({ seat, call }) => isBid(call) && denomination(call) === denomination(last.call) && sameSide(seat, last.seat),
  ).seat;
};
const contractOf = (calls) => `${callShown(lastBid(calls).call)}${doubling(calls)}`;

// -- in one line

const CALL = /^(\()?(?:([NESW]):)?([1-7](?:NT|N|[CDHS])|P|X|XX)(?:=([SHDC]+|-))?(\))?$/;
const none = { dealer: "", made: [], offender: "", turn: "", declarer: "", card: "" };

export const read = (text) => {
  const facts = { ...none, made: [] };
  let words = [];
  for (const part of text
    .split(";")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [name, value] = part.split(/\s+/, 2);
    if (["dealer", "offender", "turn", "declarer"].includes(name)) {
      if (!SEATS.includes(value)) return undefined;
      facts[name] = value;
    } else if (name === "card") {
      if (!/^[SHDC][AKQJT2-9]$/.test(value)) return undefined;
      facts.card = value;
    } else words = [...words, ...part.split(/\s+/)];
  }
  if (words.length && !facts.dealer) return undefined;
  for (const word of words) {
    const calls = standing(facts.made);
    if (word === "AP") {
      for (let now = calls; !isOver(now); now = standing(facts.made))
        facts.made.push(made(turnOf(facts.dealer, now), "P"));
      continue;
    }
    const found = CALL.exec(word);
    if (!found || Boolean(found[1]) !== Boolean(found[5])) return undefined;
    const call = found[3].replace(/N$/, "NT");
    const seat = found[2] ?? turnOf(facts.dealer, calls);
    if (!found[1] && !found[2] && (isOver(calls) || !admissible(calls, seat, call))) return undefined;
    const shows = found[4] === undefined ? null : SUITS.filter((suit) => found[4].includes(suit)).join("");
    facts.made.push({ seat, call, shows, stands: !found[1] });
  }
  return facts;
};

export const made = (seat, call, stands = true, shows = null) => ({ seat, call, shows, stands });

export const written = (facts) => {
  const parts = facts.dealer ? [`dealer ${facts.dealer}`] : [];
  const words = [];
  const calls = [];
  for (const each of facts.dealer ? facts.made : []) {
    const call = each.call + (each.shows === null ? "" : `=${each.shows || "-"}`);
    if (!each.stands) {
      words.push(`(${each.seat}:${call})`);
      continue;
    }
    const regular =
      each.seat === turnOf(facts.dealer, calls) && !isOver(calls) && admissible(calls, each.seat, each.call);
    words.push(regular ? call : `${each.seat}:${call}`);
    calls.push(each);
  }
  if (words.length) parts.push(words.join(" "));
  for (const name of ["offender", "turn", "declarer", "card"]) if (facts[name]) parts.push(`${name} ${facts[name]}`);
  return parts.join("; ");
};

// -- what follows

const suitsOf = ({ call, shows }) => {
  if (shows !== null) return [...shows];
  return isBid(call) && denomination(call) !== "NT" ? [denomination(call)] : [];
};
const questionOf = (all) => {
  let place = all.findLastIndex((each) => !each.stands);
  while (place > 0 && !all[place - 1].stands) place -= 1;
  return place;
};

// Everything that follows, by name; what is not known is empty.
export const worked = (facts) => {
  const calls = standing(facts.made);
  const place = questionOf(facts.made);
  const withdrawn = place < 0 ? null : facts.made[place];
  const before = place < 0 ? null : standing(facts.made.slice(0, place));
  const since = place < 0 ? [] : facts.made.slice(place + 1);
  const over = Boolean(facts.dealer) && isOver(calls);
  const offender = facts.offender || withdrawn?.seat || "";
  const declarer = facts.declarer || (over ? declarerOf(calls) : "");
  const next = over ? (declarer && !facts.declarer ? left(declarer) : "") : facts.dealer && turnOf(facts.dealer, calls);
  const then = before && (facts.dealer && !isOver(before) ? turnOf(facts.dealer, before) : "");
  const mine = (stands) =>
    SUITS.filter((suit) =>
      facts.made.some((each) => each.stands === stands && each.seat === offender && suitsOf(each).includes(suit)),
    );
  const shown = mine(true);
  return {
    calls,
    over,
    place,
    withdrawn,
    before,
    since,
    offender,
    declarer,
    shown,
    turn: facts.turn || (before ? then : next),
    replacement: since.find((each) => each.stands && each.seat === offender) ?? null,
    notShown: SUITS.filter((suit) => !shown.includes(suit)),
    shownByWithdrawn: mine(false).filter((suit) => !shown.includes(suit)),
  };
};

const yesNo = (is) => (is ? "yes" : "no");
const sameSuits = (one, other) => one.length === other.length && one.every((suit) => other.includes(suit));

const sinceOf = ({ withdrawn, since }) => {
  if (!withdrawn) return "";
  if (!since.length) return "nobody";
  return !since[0].stands && since[0].seat === left(withdrawn.seat) ? "lho" : "";
};
const whoseOf = ({ declarer, offender }) => {
  if (!declarer || !offender) return "";
  return sameSide(offender, declarer) ? "declaring" : "defender";
};
const replacementOf = ({ withdrawn, before, since, replacement }) => {
  if (!withdrawn || !before || !lastBid(before) || !isBid(withdrawn.call)) return "";
  if (since.length && !since[0].stands && since[0].seat === withdrawn.seat) {
    return isBid(since[0].call) && !sufficient(before, since[0].call) ? "again" : "";
  }
  if (!replacement || since[0] !== replacement || !isBid(replacement.call)) return "";
  const named = denomination(replacement.call);
  const lowest = BIDS.find(
    (bid) => denomination(bid) === named && bid[0] >= withdrawn.call[0] && sufficient(before, bid),
  );
  const [old, shown] = [suitsOf(withdrawn), suitsOf(replacement)];
  const notrump = named === "NT" && denomination(withdrawn.call) === "NT";
  const same = sameSuits(old, shown) && (shown.length > 0 || notrump); // two bids that show no suit may mean anything
  return same && replacement.call === lowest ? "same" : "";
};

const positionOf = (facts, { withdrawn, turn, place }) => {
  if (!withdrawn || !turn) return "";
  const caller = withdrawn.seat;
  const called = facts.made.slice(0, place).some((each) => each.stands && each.seat === caller);
  if (turn === left(caller)) return called ? "lho-again" : "lho-first";
  return { [right(caller)]: "rho", [partner(caller)]: "partner" }[turn] ?? "";
};

export const SOURCES = {
  position: positionOf,
  "turn-of": (facts, found) => positionOf(facts, found).replace(/^lho-.*/, "lho"),
  admissible: (_facts, { withdrawn, before }) =>
    withdrawn && before ? yesNo(admissible(before, withdrawn.seat, withdrawn.call)) : "",
  "in-turn": (_facts, { withdrawn, turn }) => (withdrawn && turn ? yesNo(turn === withdrawn.seat) : ""),
  "any-bid": (facts, { before }) => (before && facts.dealer ? yesNo(Boolean(lastBid(before))) : ""),
  since: (_facts, found) => sinceOf(found),
  "called-over": (_facts, found) => ({ nobody: "no", lho: "yes" })[sinceOf(found)] ?? "",
  replacement: (_facts, found) => replacementOf(found),
  kind: (_facts, { withdrawn }) =>
    withdrawn ? (isBid(withdrawn.call) ? "bid" : withdrawn.call === "P" ? "pass" : "double") : "",
  whose: (_facts, found) => whoseOf(found),
  side: (_facts, found) => whoseOf(found).replace("defender", "defending"),
  "hand-of": (_facts, { declarer, offender }) => {
    if (!declarer || !offender) return "";
    return { [declarer]: "declarer", [partner(declarer)]: "dummy" }[offender] ?? "defender";
  },
  defends: (_facts, found) => ({ declaring: "no", defender: "yes" })[whoseOf(found)] ?? "",
  "on-lead": (facts, { declarer, offender }) => {
    if (!declarer || !offender || !facts.turn) return "";
    if (sameSide(facts.turn, declarer)) return "declaring";
    return facts.turn === partner(offender) ? "partner" : "";
  },
  shown: (facts, { offender, withdrawn, shown, notShown }) => {
    if (!facts.dealer || !offender || !withdrawn) return "";
    return !shown.length ? "none" : notShown.length ? "some" : "all";
  },
  related: (_facts, { withdrawn }) => (withdrawn ? yesNo(suitsOf(withdrawn).length > 0) : ""),
  "shown-too": (_facts, { withdrawn, shownByWithdrawn }) =>
    withdrawn && suitsOf(withdrawn).length ? yesNo(!shownByWithdrawn.length) : "",
  honour: ({ card }) => (card ? yesNo("TJQKA".includes(card[1])) : ""),
};

export const follows = (name, facts) => SOURCES[name](facts, worked(facts));

// -- in words; `say` is what the program ships: names of seats and suits, lists, sentences

export const put = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
export const listed = (say, suits, last) => {
  const names = suits.map((suit) => say.suits[suit]);
  if (names.length < 2) return names[0] ?? say.no_suit;
  const end = put(last, { suit: names.at(-2), other: names.at(-1) });
  return names.slice(0, -2).reduceRight((other, suit) => put(say.more, { suit, other }), end);
};

// What a ruling names in braces besides the seats.
export const named = (say, facts) => {
  const { withdrawn, replacement, notShown, shownByWithdrawn } = worked(facts);
  const found = {};
  if (withdrawn) {
    found.call = callShown(withdrawn.call);
    if (replacement) found.replacement = callShown(replacement.call);
    if (notShown.length) found.not_shown = listed(say, notShown, say.or);
    if (shownByWithdrawn.length) found.shown_by_call = listed(say, shownByWithdrawn, say.or);
  }
  if (facts.card) Object.assign(found, { card: cardShown(facts.card), suit: say.suits[facts.card[0]] });
  return found;
};

export const told = (say, facts) => {
  const found = worked(facts);
  const { calls, over, withdrawn, offender, turn, shown } = found;
  const lines = [];
  const tell = (name, values) => lines.push(put(say.told[name], values));
  if (withdrawn) {
    const values = { call: callShown(withdrawn.call), offender: say.seats[withdrawn.seat], turn: say.seats[turn] };
    tell(!turn ? "late" : turn === withdrawn.seat ? "in_turn" : "out_of_turn", values);
  }
  if (over) {
    const seat = declarerOf(calls);
    if (!seat) tell("passed_out", {});
    else
      tell("declares", {
        declarer: say.seats[seat],
        dummy: say.seats[partner(seat)],
        leader: say.seats[left(seat)],
        contract: contractOf(calls),
      });
  } else if (facts.dealer && !withdrawn && calls.length) tell("next", { turn: say.seats[turnOf(facts.dealer, calls)] });
  if (withdrawn && facts.dealer) {
    tell(shown.length ? "shown" : "shown_none", { offender: say.seats[offender], suits: listed(say, shown, say.and) });
  }
  return lines;
};
