// The law book without a server: the same addresses, drawn here. Going from page to page asks for nothing.

import { alertsShown } from "./alerts.js";
import { el, folded, list } from "./draw.js";
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
  return named && base !== home ? { section: named[1] === "-" ? "" : decodeURIComponent(named[1]), table: named[2], ...found } : found;
};
let spot = {};
let facts = ""; // the facts of the address, in one line
const asked = (given) => {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
  return query.size ? `?${query}` : "";
};
const at = (name, more = {}) => `${"table" in spot ? base : home}${name}/${asked({ ...spot, f: facts, ...more })}`;
const up = (more = {}) => `${"table" in spot ? `${base}at/${encodeURIComponent(spot.section || "-")}/${spot.table}/` : home}${asked({ ...spot, f: facts, ...more })}`;

// The facts of the address; at a table the dealer comes from the board.
const knownFacts = () => {
  const found = read(facts) ?? read("");
  const board = Number(spot.board);
  return found.dealer || !board ? found : { ...found, dealer: book.facts.boards[(board - 1) % 16].dealer };
};
const factsLine = (more = {}) => el("div", { class: "facts-given" },
  facts ? el("ul", { class: "plainlist told" }, told(book.facts, knownFacts()).map((line) => el("li", {}, line))) : "",
  el("p", {}, el("a", { class: "button", href: at("facts", more) }, facts ? words.change_facts : words.give_facts)));

// -- the whole book

const entry = (name) => {
  const { title, trigger } = book.procedures[name];
  return el("li", {}, el("a", { href: at(name) }, el("strong", {}, title), " ", trigger && el("span", { class: "hint" }, trigger)));
};
const entries = (names) => el("ul", { class: "procedures" }, names.map(entry));

// A time of the board with its kinds, each with its procedures; a time that has one kind needs no second step.
const counted = (title, number) => el("summary", {}, `${title} `, el("span", { class: "quiet" }, `(${number})`));
const shelf = (phase, kinds) => {
  const names = Object.entries(kinds);
  const inside = names.length === 1 ? [entries(names[0][1])] : names.map(([kind, mine]) => el("details",
    { class: "kind", name: `kind-${phase}` }, counted(book.kinds[kind], mine.length), entries(mine)));
  return el("details", { class: "phase", name: "phase" }, counted(book.phases[phase], Object.values(kinds).flat().length), ...inside);
};

const listed = (text) => {
  if (text.trim()) {
    const hits = search(book, text);
    return [hits.length ? entries(hits) : el("p", {}, words.nothing)];
  }
  return [
    el("h2", {}, words.commonest), entries(search(book, "", 5)), el("h2", {}, words.all),
    el("div", { class: "shelves" }, Object.entries(book.shelves).map(([phase, kinds]) => shelf(phase, kinds))),
  ];
};

const whole = (query) => {
  const text = query.get("q") ?? "";
  const found = el("div", { id: "found", "aria-live": "polite" }, listed(text));
  const box = el("input", { type: "search", id: "q", name: "q", value: text, autocomplete: "off", "aria-describedby": "q-hint" });
  box.addEventListener("input", () => {
    history.replaceState(null, "", `${location.pathname}${asked({ ...spot, f: facts, q: box.value })}`);
    found.replaceChildren(...listed(box.value));
  });
  const form = el("form", { class: "find", role: "search" }, el("div", { class: "field" },
    el("label", { for: "q" }, words.find), box, el("p", { class: "hint", id: "q-hint" }, words.hint)));
  form.addEventListener("submit", (event) => event.preventDefault());
  return el("div", { class: "page rulings" }, el("h1", {}, words.title),
    el("p", {}, el("a", { href: `${home}alerts/` }, words.alerts), el("br"), el("a", { href: at("cards") }, words.follow_cards)), factsLine(), form, found, el("p", { class: "quiet kept" }, words.kept));
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

const questionShown = (wish, step, put, link, back) => {
  const { node } = step;
  const asked = node.ask === "director" ? words.look : `${words.asked}: ${book.others[node.ask] ?? put(`{${node.ask}}`)}`;
  const before = wish.answers[wish.place]?.replace(/\*$/, "");
  const after = (option) => {
    const answers = carried(book, wish.name, wish.answers, [...wish.answers.slice(0, wish.place), option.id], wish.laws);
    return link({ answers, at: askedFrom(answers, wish.place + 1, 1) });
  };
  return el("section", { class: "sheet question", "aria-labelledby": "asked" },
    el("p", { class: "who" }, asked, node.away && el("span", { class: "mind" }, words.away)),
    el("h2", { id: "asked" }, put(node.text)),
    node.say && el("p", { class: "aloud" }, el("span", { class: "small-label" }, words.say), `“${put(node.say)}”`),
    el("ul", { class: "answers" }, step.options.map((option) => el("li", {},
      el("a", { class: `button answer${option.id === before ? " chosen" : ""}`, href: after(option) }, put(option.text),
        option.id === before && [" ", el("span", { class: "small-label" }, words.before_answer)])))),
    node.why && folded(words.why, el("p", {}, put(node.why))), back);
};

const noteOf = (node, laws, put) => {
  if (node.sure === "high") return "";
  if (Object.keys(node.check).length) return node.check[laws] ? put(node.check[laws]) : "";
  return words.check_law.replace("{law}", (node.laws[laws] ?? []).join(", "));
};

const rulingShown = (wish, step, put, back) => {
  const { node } = step;
  const note = noteOf(node, wish.laws, put);
  const part = (title, lines) => lines.length && el("div", {}, el("h3", {}, title), list(lines));
  const noted = (lines) => lines.filter((each) => each.text && inEdition(each, wish.laws)).map((each) => put(each.text));
  const see = seeAlso(node, wish.laws).map((name) => el("a", { href: at(name, wish.seats) }, book.procedures[name].title));
  return el("section", { class: "sheet conclusion", "aria-labelledby": "ruled" },
    el("p", { class: "who" }, words.ruling, step.procedure !== wish.name && ` · ${book.procedures[step.procedure].title}`),
    el("h2", { id: "ruled", class: "ruled" }, put(node.text)),
    node.say && el("p", { class: "aloud big" }, el("span", { class: "small-label" }, words.say), `“${put(node.say)}”`),
    el("p", { class: "laws" }, (node.laws[wish.laws] ?? []).flatMap((law) => [el("span", { class: "law-chip" }, `${words.law} ${law}`), " "])),
    note && el("p", { class: "note check" }, el("span", { class: "mind" }, words.check), ` ${note}`),
    node.appeal && el("p", { class: "note" }, el("span", { class: "mind" }, words.judgement), ` ${words.appeal}`),
    el("div", { class: "parts" },
      part(words.effects, noted(node.effects)) || "",
      part(words.information, noted(node.information)) || "",
      part(words.later, noted(node.later)) || "",
      part(words.see, see) || ""),
    node.effects.some((each) => each.kind === "penalty-card" && inEdition(each, wish.laws))
      && el("p", {}, el("a", { href: at("cards") }, words.follow_cards)),
    back);
};

const again = () => {
  const link = el("a", { href: "" }, words.try_again);
  link.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  return link;
};

const one = (name, query) => {
  const procedure = book.procedures[name];
  const laws = book.editions.includes(query.get("laws")) ? query.get("laws") : book.editions[0];
  const seats = { offender: query.get("offender") ?? "", declarer: query.get("declarer") ?? "" };
  const known = knownFacts();
  const found = worked(known);
  const answers = fitting(book, name, (query.get("a") ?? "").split(",").filter(Boolean), laws, known);
  const wanted = query.has("at") ? Number(query.get("at")) : answers.length;
  const place = Number.isInteger(wanted) && wanted >= 0 && wanted < answers.length ? wanted : answers.length;
  const wish = { name, answers, place, laws, seats };
  const link = (changes) => address({ answers, at: place, laws, seats, ...changes });
  const step = walk(book, name, answers.slice(0, place), laws);
  const put = (text) => fill(text, seatWords(book, seats, known));
  const last = askedFrom(answers, place - 1, -1);
  const back = last >= 0 ? el("p", { class: "step-back" },
    el("a", { class: "button", href: link({ at: last }) }, `← ${words.back}`), " ",
    step.node.kind === "outcome" && el("a", { class: "button", href: link({ answers: [], at: undefined }) }, words.again)) : "";
  const seatRow = (role) => el("div", { class: "seat-row" }, el("span", {}, words[role]), el("span", { class: "seat-picks" },
    ["N", "E", "S", "W"].map((seat) => el("a", {
      class: `button${(seats[role] || found[role]) === seat ? " main" : ""}`, "aria-current": (seats[role] || found[role]) === seat ? "true" : undefined,
      href: link({ seats: { ...seats, [role]: seats[role] === seat ? "" : seat } }),
    }, seat))));
  return el("div", { class: "page rulings walk" },
    el("p", { class: "back" }, el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`)),
    el("h1", {}, procedure.title),
    "table" in spot && el("p", { class: "note wide" }, `${words.unwritten} `, again()),
    el("div", { class: "walk-now" },
      step.node.kind === "question" ? questionShown(wish, step, put, link, back) : rulingShown(wish, step, put, back),
      step.trail.length ? el("section", { class: "came-here" }, el("h2", {}, words.trail), el("ol", { class: "trail" },
        step.trail.map(({ node, option, because }, number) => el("li", {}, el("a", { href: link({ at: number }) },
          el("span", { class: "quiet" }, put(node.text)), " ", el("strong", {}, put(option.text)), because && [" ", el("span", { class: "because" }, because)]))))) : ""),
    el("aside", { class: "walk-beside", "aria-label": words.laws },
      el("nav", { class: "editions", "aria-label": words.laws }, el("span", { class: "small-label" }, words.laws),
        book.editions.map((each) => el("a", { class: `button${each === laws ? " main" : ""}`, "aria-current": each === laws ? "true" : undefined, href: link({ laws: each, answers: carried(book, name, answers, [], each, laws) }) }, each))),
      factsLine({ to: name, a: answers.join(","), laws: laws === book.editions[0] ? "" : laws, ...seats }),
      folded(words.seats, el("div", {}, seatRow("offender"), seatRow("declarer")), !place),
      procedure.facts.length && !place ? folded(words.before, list(procedure.facts), true) : "",
      procedure.errors.length ? folded(words.errors, list(procedure.errors)) : "",
      procedure.differs ? folded(words.differs, el("p", {}, procedure.differs)) : ""));
};

// -- the facts

const factsPage = (query) => {
  const to = query.get("to") in book.procedures ? query.get("to") : "";
  const kept = to ? Object.fromEntries(["a", "laws", "offender", "declarer"].map((name) => [name, query.get(name)])) : {};
  const onward = (text) => (to ? at(to, { ...kept, f: text }) : up({ f: text }));
  const changed = (text) => {
    facts = text;
    history.replaceState(null, "", at("facts", { ...kept, to }));
  };
  const known = knownFacts();
  const text = facts || (known.dealer ? `dealer ${known.dealer}` : "");
  const board = Number(spot.board) ? book.facts.boards[(Number(spot.board) - 1) % 16].told : "";
  return el("div", { class: "page rulings" },
    el("p", { class: "back" }, el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`)),
    el("h1", {}, words.facts_title), padShown({ words, say: book.facts, text, board, doneAt: onward, changed }));
};

// -- the penalty cards of a table: kept on this device until there is a network

const cardsPage = (query) => {
  const table = "table" in spot && spot.board;
  const key = keyOf(base, spot);
  const empty = { declarer: worked(knownFacts()).declarer, edition: book.editions[0], steps: [] };
  const inAddress = { ...empty, declarer: query.get("declarer") ?? "", edition: book.editions.includes(query.get("laws")) ? query.get("laws") : book.editions[0], steps: (query.get("s") ?? "").split(";").filter(Boolean) };
  const changed = (story) => {
    if (table) remember(key, story);
    else history.replaceState(null, "", at("cards", { declarer: story.declarer, laws: story.edition, s: story.steps.join(";") }));
  };
  return el("div", { class: "page rulings" },
    el("p", { class: "back" }, el("a", { href: up() }, `← ${"table" in spot ? `${words.table} ${spot.table}` : words.all}`)),
    el("h1", {}, words.cards_title),
    trackerShown({ words, say: book.facts, editions: book.editions, story: table ? storyOf(key) ?? empty : inAddress, changed, note: table ? words.unsent : "" }));
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
  document.title = alerts ? `${kept.words.title} · Arrowswitch` : `${known ? `${book.procedures[name].title} · ` : ""}${words.title} · Arrowswitch`;
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || !(to.pathname.startsWith(home) || (base !== home && to.pathname.startsWith(base)))) return;
  event.preventDefault();
  history.pushState(null, "", to);
  draw();
  if (!location.hash) scrollTo(0, 0);
  main.focus({ preventScroll: true });
});
addEventListener("popstate", draw);
draw();
