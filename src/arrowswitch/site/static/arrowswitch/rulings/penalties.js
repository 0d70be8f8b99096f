// The penalty cards of a table, step by step, as the program has them (rulings/penalty_cards.py): the tests hold the two together.

import { SEATS, SUITS, cardShown, listed, partner, put, sameSide } from "./facts.js";

const HONOURS = "TJQKA";
export const begin = (declarer, edition) => ({
  declarer,
  edition,
  lying: [],
  back: [],
  leader: "",
  order: "",
  ordered: [],
  banned: [],
});
const of = (now, seat, major = true) => now.lying.filter((each) => each.seat === seat && each.major === major);

// The suits that declarer may require or forbid now: those of the major penalty cards of the leader's partner.
export const atStake = (now) => {
  if (!now.leader || sameSide(now.leader, now.declarer) || now.order) return [];
  const mine = of(now, partner(now.leader));
  return SUITS.filter((suit) => mine.some(({ card }) => card[0] === suit));
};

const exposed = (now, [seat, card], deliberate = false) => {
  if (sameSide(seat, now.declarer) || now.lying.some((each) => each.card === card)) return undefined;
  const mine = now.lying.some((each) => each.seat === seat);
  const lying = now.lying.map((each) => (each.seat === seat ? { ...each, major: true } : each));
  return { ...now, lying: [...lying, { seat, card, major: deliberate || mine || HONOURS.includes(card[1]) }] };
};
const pickedUp = (now, suits) => {
  const up = of(now, partner(now.leader)).filter(({ card }) => suits.includes(card[0]));
  return { ...now, lying: now.lying.filter((each) => !up.includes(each)), back: [...now.back, ...up] };
};
const chosen = (now, letters) => {
  const suits = SUITS.filter((suit) => letters.includes(suit));
  return suits.length && suits.length === letters.length && suits.every((suit) => atStake(now).includes(suit))
    ? suits
    : undefined;
};
const taken = (now, [seat, card]) => now.lying.find((each) => each.seat === seat && each.card === card);
const without = (now, card) => now.lying.filter((each) => each !== card);

const STEPS = {
  exposed: (now, rest) => exposed(now, rest),
  deliberate: (now, rest) => exposed(now, rest, true),
  lead: (now, [leader]) =>
    SEATS.includes(leader)
      ? { ...now, leader, order: "", ordered: [], banned: leader === now.leader ? now.banned : [] }
      : undefined,
  require: (now, [letters = ""]) => {
    const suits = chosen(now, letters);
    return suits?.length === 1 ? { ...pickedUp(now, suits), order: "require", ordered: suits } : undefined;
  },
  forbid: (now, [letters = ""]) => {
    const suits = chosen(now, letters);
    if (!suits) return undefined;
    return {
      ...pickedUp(now, suits),
      order: "forbid",
      ordered: suits,
      banned: SUITS.filter((suit) => now.banned.includes(suit) || suits.includes(suit)),
    };
  },
  free: (now) => (atStake(now).length ? { ...now, order: "free" } : undefined),
  played: (now, rest) => (taken(now, rest) ? { ...now, lying: without(now, taken(now, rest)) } : undefined),
  back: (now, rest) => {
    const card = taken(now, rest);
    return card ? { ...now, lying: without(now, card), back: [...now.back, card] } : undefined;
  },
};

// The table after a step; nothing for a step that cannot be.
export const after = (now, step) => {
  const [verb, ...rest] = step.split(" ");
  return STEPS[verb]?.(now, rest);
};
export const replay = (declarer, steps, edition) =>
  steps.reduce((now, step) => now && after(now, step), begin(declarer, edition));

// -- what follows

const names = (say, now) => ({
  leader: say.seats[now.leader],
  partner: say.seats[partner(now.leader)],
  declarer: say.seats[now.declarer],
  dummy: say.seats[partner(now.declarer)],
});
const cards = (some) => some.map(({ card }) => cardShown(card)).join(", ");
const oneOf = (say, suits) => listed(say, suits, say.or);

const subsets = (suits) => {
  const all = [...Array(1 << suits.length).keys()]
    .slice(1)
    .map((bits) => suits.filter((_suit, place) => (bits >> place) & 1));
  const places = (found) => suits.map((suit) => (found.includes(suit) ? 0 : 1)).join("");
  return all.sort((one, other) => one.length - other.length || (places(one) < places(other) ? -1 : 1));
};

export const choices = (say, now) => {
  const suits = atStake(now);
  if (!suits.length) return [];
  const mine = of(now, partner(now.leader));
  const several = mine.length > 1;
  const part = several ? (suits.length === 1 ? "51B1" : "51B2") : "50D2";
  const choice = (verb, some, law) => ({
    step: `${verb} ${some.join("")}`,
    law,
    text: put(say.penalty[verb], {
      ...names(say, now),
      suit: oneOf(say, some),
      cards: cards(mine.filter(({ card }) => some.includes(card[0]))),
    }),
  });
  return [
    ...suits.map((suit) => choice("require", [suit], `${part}(a)`)),
    ...subsets(suits).map((some) => choice("forbid", some, `${part}(${several ? "b" : "a"})`)),
    { step: "free", law: several ? "51B" : "50D2(b)", text: put(say.penalty.free, names(say, now)) },
  ];
};

const leadTold = (say, now) => {
  if (!now.leader || sameSide(now.leader, now.declarer)) return [];
  const tell = (name, values = {}) => put(say.penalty[name], { ...names(say, now), ...values });
  if (atStake(now).length) return [tell("choose")];
  const lines = [];
  let own = of(now, now.leader);
  if (now.order === "require") {
    lines.push(tell("must_lead", { suit: oneOf(say, now.ordered) }));
    own = own.filter(({ card }) => now.ordered.includes(card[0]));
  } else if (now.banned.length) {
    lines.push(tell("may_not_lead", { suit: oneOf(say, now.banned) }));
    const kept = own;
    own = own.filter(({ card }) => !now.banned.includes(card[0]));
    if (kept.length && !own.length) lines.push(tell("own_waits", { cards: cards(kept) }));
  } else if (!own.length) lines.push(tell("any"));
  if (own.length) lines.push(tell(own.length === 1 ? "own" : "own_one_of", { cards: cards(own) }));
  return lines;
};

const cardsTold = (say, now) =>
  SEATS.flatMap((seat) => {
    const tell = (name, values) =>
      put(say.penalty[name], { seat: say.seats[seat], declarer: say.seats[now.declarer], ...values });
    const major = of(now, seat);
    const minor = of(now, seat, false);
    return [
      ...(major.length ? [tell(major.length === 1 ? "major" : "major_one_of", { cards: cards(major) })] : []),
      ...minor.map((each) => tell("minor", { suit: oneOf(say, [each.card[0]]), cards: cards([each]) })),
    ];
  });

const ofEdition = (say, name, edition) => {
  let found = edition;
  while (!(`${name}_${found}` in say.penalty)) found = say.after[found];
  return say.penalty[`${name}_${found}`];
};
const information = (say, now) => {
  const tell = (text, each) =>
    put(text, { partner: say.seats[partner(each.seat)], declarer: say.seats[now.declarer], cards: cards([each]) });
  return [
    ...now.lying.map((each) => tell(ofEdition(say, "sees", now.edition), each)),
    ...now.back.map((each) => tell(say.penalty.gone, each)),
    ...(now.lying.length || now.back.length ? [ofEdition(say, "later", now.edition)] : []),
  ];
};

export const told = (say, now) => [...leadTold(say, now), ...cardsTold(say, now), ...information(say, now)];
