// The law book without a server: the same addresses, drawn here. Going from page to page asks for nothing.

import { alertsShown } from "./alerts.js";
import { drawn } from "./bind.js";
import { el } from "./draw.js";
import { read, told, worked } from "./facts.js";
import { padShown } from "./pad.js";
import { keyOf, remember, storyOf } from "./tracked.js";
import { trackerShown } from "./tracker.js";
import { carried, fill, fitting, inEdition, search, seatWords, seeAlso, walk } from "./walk.js";

const { home, book: place, alerts: charts, worker } = document.body.dataset;
const main = document.querySelector("#main");
const [{ words, book }, kept] = await Promise.all([place, charts].map(async (each) => (await fetch(each)).json()));

if ("serviceWorker" in navigator) navigator.serviceWorker.register(worker, { scope: home }).catch(() => {});

// At a table of a session the addresses are the session's, with the table and the board in them.
const base = location.pathname.startsWith(home) ? home : location.pathname.replace(/(\/rulings\/).*$/, "$1");
const PLACE = ["section", "table", "round", "board", "call", "ruling"];
const spotOf = (query) => {
  const named = location.pathname.slice(base.length).match(/^at\/([^/]+)\/(\d+)\/$/);
  const found = Object.fromEntries(PLACE.filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
  return named && base !== home
    ? { section: named[1] === "-" ? "" : decodeURIComponent(named[1]), table: named[2], ...found }
    : found;
};
let spot = {};
let facts = ""; // the facts of the address, in one line
const asked = (given) => {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
  return query.size ? `?${query}` : "";
};
const at = (name, more = {}) => `${"table" in spot ? base : home}${name}/${asked({ ...spot, f: facts, ...more })}`;
const atTable = () => `${base}at/${encodeURIComponent(spot.section || "-")}/${spot.table}/`;
const up = (more = {}) => `${"table" in spot ? atTable() : home}${asked({ ...spot, f: facts, ...more })}`;

// The facts of the address; at a table the dealer comes from the board.
const knownFacts = () => {
  const found = read(facts) ?? read("");
  const board = Number(spot.board);
  return found.dealer || !board ? found : { ...found, dealer: book.facts.boards[(board - 1) % 16].dealer };
};
const factsLine = (more = {}) => ({
  facts_problem: "",
  facts_told: facts ? told(book.facts, knownFacts()) : [],
  facts_link: at("facts", more),
  facts_word: facts ? words.change_facts : words.give_facts,
});

// -- the whole book

// The server has listed every procedure in a template; here they lead on with the table and the facts.
const led = (page) => {
  for (const link of page.querySelectorAll("[data-procedure]")) link.href = at(link.dataset.procedure);
  return page;
};

const listed = (text) => {
  const everything = drawn("everything", {});
  if (!text.trim()) return led(everything);
  const hits = search(book, text).map((name) => everything.querySelector(`[data-procedure="${name}"]`).closest("li"));
  return hits.length ? led(el("ul", { class: "procedures" }, hits)) : el("p", {}, words.nothing);
};

const whole = (query) => {
  const text = query.get("q") ?? "";
  const page = drawn("index", { ...factsLine(), cards_link: at("cards") });
  const [box, found, form] = ["#q", "#found", "form"].map((each) => page.querySelector(each));
  box.value = text;
  found.replaceChildren(listed(text));
  box.addEventListener("input", () => {
    history.replaceState(null, "", `${location.pathname}${asked({ ...spot, f: facts, q: box.value })}`);
    found.replaceChildren(listed(box.value));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  return page;
};

// -- one procedure

const address = ({ answers, at, laws, seats }) => {
  const query = new URLSearchParams(spot);
  if (answers.length) query.set("a", answers.join(","));
  if (at !== undefined && at < answers.length) query.set("at", at);
  if (laws !== book.editions[0]) query.set("laws", laws);
  for (const [role, seat] of Object.entries(seats)) if (seat) query.set(role, seat);
  if (facts) query.set("f", facts);
  return `?${query}`;
};

// The next place in a direction that was asked and did not follow from the facts.
const askedFrom = (answers, place, step) => {
  let found = place;
  while (answers[found]?.endsWith("*")) found += step;
  return found;
};

const questionShown = (wish, { node, options }, put, link, back) => {
  const before = wish.answers[wish.place]?.replace(/\*$/, "");
  const after = (option) => {
    const answers = carried(
      book,
      wish.name,
      wish.answers,
      [...wish.answers.slice(0, wish.place), option.id],
      wish.laws,
    );
    return link({ answers, at: askedFrom(answers, wish.place + 1, 1) });
  };
  return {
    who:
      node.ask === "director"
        ? words.look
        : words.asked.replace("%(who)s", book.others[node.ask] ?? put(`{${node.ask}}`)),
    away: node.away,
    text: put(node.text),
    say: put(node.say),
    why: put(node.why),
    options: options.map((option) => ({ text: put(option.text), link: after(option), chosen: option.id === before })),
    back,
  };
};

const noteOf = (node, laws, put) => {
  if (node.sure === "high") return "";
  if (Object.keys(node.check).length) return node.check[laws] ? put(node.check[laws]) : "";
  return words.check_law.replace("{law}", (node.laws[laws] ?? []).join(", "));
};

const conclusionShown = (wish, { node, procedure }, put, link, back) => {
  const noted = (lines) =>
    lines.filter((each) => each.text && inEdition(each, wish.laws)).map((each) => put(each.text));
  const penaltyCard = (each) => each.kind === "penalty-card" && inEdition(each, wish.laws);
  return {
    through: procedure === wish.name ? "" : book.procedures[procedure].title,
    text: put(node.text),
    say: put(node.say),
    laws: (node.laws[wish.laws] ?? []).map((law) => `${words.law} ${law}`),
    check: noteOf(node, wish.laws, put),
    appeal: node.appeal,
    does: noted(node.effects),
    information: noted(node.information),
    later: noted(node.later),
    see: seeAlso(node, wish.laws).map((name) => ({ title: book.procedures[name].title, link: at(name, wish.seats) })),
    cards: node.effects.some(penaltyCard) ? at("cards") : "",
    back,
    again: link({ answers: [], at: undefined }),
  };
};

const seatRow = (wish, role, found, link) => {
  const now = wish.seats[role] || found[role] || "";
  const seats = ["N", "E", "S", "W"].map((letter) => ({
    letter,
    label: `${words[role]} ${book.seats[letter]}`,
    current: letter === now,
    link: link({ seats: { ...wish.seats, [role]: wish.seats[role] === letter ? "" : letter } }),
  }));
  return { title: words[role], now, seats };
};

const lawsTold = (laws) =>
  laws.length ? `${laws.length === 1 ? words.law : words.several_laws} ${laws.join(", ")}` : "";

// Everything that the page of a walk says, as `walk_shown` makes it on the server.
const walkShown = (wish, known) => {
  const { name, answers, place, laws, seats } = wish;
  const procedure = book.procedures[name];
  const link = (changes) => address({ answers, at: place, laws, seats, ...changes });
  const step = walk(book, name, answers.slice(0, place), laws);
  const put = (text) => fill(text, seatWords(book, seats, known));
  const last = askedFrom(answers, place - 1, -1);
  const back = last >= 0 ? link({ at: last }) : "";
  const rows = ["offender", "declarer"].map((role) => seatRow(wish, role, worked(known), link));
  const shown = step.node.kind === "question" ? { question: questionShown } : { conclusion: conclusionShown };
  return {
    ...Object.fromEntries(Object.entries(shown).map(([part, show]) => [part, show(wish, step, put, link, back)])),
    trail: step.trail.map(({ node, option, because }, number) => ({
      text: put(node.text),
      answered: put(option.text),
      because,
      link: link({ at: number }),
    })),
    ...factsLine({ to: name, a: answers.join(","), laws: laws === book.editions[0] ? "" : laws, ...seats }),
    editions: book.editions.map((each) => ({
      name: each,
      current: each === laws,
      link: link({ laws: each, answers: carried(book, name, answers, [], each, laws) }),
    })),
    seats_open: !place,
    seats_now: rows.filter((row) => row.now).map((row) => `${row.title} ${book.seats[row.now]}.`),
    seat_rows: rows,
    find_out: place ? [] : procedure.facts,
    errors: procedure.errors,
    differs: procedure.differs,
    laws_told: lawsTold(book.procedures[step.procedure].laws[laws] ?? []),
  };
};

const again = () => {
  const link = el("a", { href: "" }, words.try_again);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  return link;
};

const one = (name, query) => {
  const laws = book.editions.includes(query.get("laws")) ? query.get("laws") : book.editions[0];
  const seats = { offender: query.get("offender") ?? "", declarer: query.get("declarer") ?? "" };
  const known = knownFacts();
  const answers = fitting(book, name, (query.get("a") ?? "").split(",").filter(Boolean), laws, known);
  const wanted = query.has("at") ? Number(query.get("at")) : answers.length;
  const place = Number.isInteger(wanted) && wanted >= 0 && wanted < answers.length ? wanted : answers.length;
  return el(
    "div",
    { class: "page rulings walk" },
    el(
      "p",
      { class: "back" },
      el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`),
    ),
    el("h1", {}, book.procedures[name].title),
    "table" in spot && el("p", { class: "note wide" }, `${words.unwritten} `, again()),
    drawn("walk", walkShown({ name, answers, place, laws, seats }, known)),
  );
};

// -- the facts

const factsPage = (query) => {
  const to = query.get("to") in book.procedures ? query.get("to") : "";
  const kept = to
    ? Object.fromEntries(["a", "laws", "offender", "declarer"].map((name) => [name, query.get(name)]))
    : {};
  const onward = (text) => (to ? at(to, { ...kept, f: text }) : up({ f: text }));
  const changed = (text) => {
    facts = text;
    history.replaceState(null, "", at("facts", { ...kept, to }));
  };
  const known = knownFacts();
  const text = facts || (known.dealer ? `dealer ${known.dealer}` : "");
  const board = Number(spot.board) ? book.facts.boards[(Number(spot.board) - 1) % 16].told : "";
  return el(
    "div",
    { class: "page rulings" },
    el(
      "p",
      { class: "back" },
      el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`),
    ),
    el("h1", {}, words.facts_title),
    padShown({ words, say: book.facts, text, board, doneAt: onward, changed }),
  );
};

// -- the penalty cards of a table: kept on this device until there is a network

const cardsPage = (query) => {
  const table = "table" in spot && spot.board;
  const key = keyOf(base, spot);
  const empty = { declarer: worked(knownFacts()).declarer, edition: book.editions[0], steps: [] };
  const inAddress = {
    ...empty,
    declarer: query.get("declarer") ?? "",
    edition: book.editions.includes(query.get("laws")) ? query.get("laws") : book.editions[0],
    steps: (query.get("s") ?? "").split(";").filter(Boolean),
  };
  const changed = (story) => {
    if (table) remember(key, story);
    else
      history.replaceState(
        null,
        "",
        at("cards", { declarer: story.declarer, laws: story.edition, s: story.steps.join(";") }),
      );
  };
  return el(
    "div",
    { class: "page rulings" },
    el(
      "p",
      { class: "back" },
      el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`),
    ),
    el("h1", {}, words.cards_title),
    trackerShown({
      words,
      say: book.facts,
      editions: book.editions,
      story: table ? (storyOf(key) ?? empty) : inAddress,
      changed,
      note: table ? words.unsent : "",
    }),
  );
};

// -- going about

const draw = () => {
  const query = new URLSearchParams(location.search);
  const inside = location.pathname.startsWith(home);
  spot = inside ? {} : spotOf(query);
  facts = query.get("f") ?? "";
  const name = location.pathname.slice((inside ? home : base).length).replace(/\/$/, "");
  const known = name in book.procedures;
  const alerts = inside && name === "alerts";
  const own = { facts: factsPage, cards: cardsPage };
  const page = alerts ? alertsShown(kept, home, query) : known ? one(name, query) : (own[name] ?? whole)(query);
  main.replaceChildren(page);
  document.title = alerts
    ? `${kept.words.title} · Arrowswitch`
    : `${known ? `${book.procedures[name].title} · ` : ""}${words.title} · Arrowswitch`;
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (
    to.origin !== location.origin ||
    !(to.pathname.startsWith(home) || (base !== home && to.pathname.startsWith(base)))
  )
    return;
  event.preventDefault();
  history.pushState(null, "", to);
  draw();
  if (!location.hash) scrollTo(0, 0);
  main.focus({ preventScroll: true });
});
addEventListener("popstate", draw);
draw();
