// The walker, and the search, as the program has them: the tests hold the two together on every way through the book.

import { follows, named, worked } from "./facts.js";

const AROUND = ["N", "E", "S", "W"];
const FROM_FACTS = "*"; // after an answer: it followed from the facts, and follows anew when they change
const plain = (answer) => answer.replace(/\*$/, "");

export const inEdition = (thing, edition) => !thing.editions || thing.editions.includes(edition);

export const seatWords = (book, seats = {}, known = null) => {
  const words = { ...book.roles, ...(known ? named(book.facts, known) : {}) };
  const offender = seats.offender || (known ? worked(known).offender : "");
  const declarer = seats.declarer || (known ? worked(known).declarer : "");
  for (const [name, title] of Object.entries(book.see)) words[`see:${name}`] = title;
  const sit = (seat, roles) =>
    roles.forEach((role, turn) => {
      words[role] = book.seats[AROUND[(AROUND.indexOf(seat) + turn) % 4]];
    });
  if (AROUND.includes(offender)) sit(offender, ["offender", "lho", "partner", "rho"]);
  if (AROUND.includes(declarer)) sit(declarer, ["declarer", "leader", "dummy", "leaders_partner"]);
  return words;
};

// The procedures that a ruling names, in the order in which it names them.
export const seeAlso = (node, edition) => {
  const lines = [...node.effects, ...node.information, ...node.later].filter((each) => inEdition(each, edition));
  const said = [node.text, node.say, ...lines.map((each) => each.text), node.check[edition] ?? ""];
  return [...new Set(said.flatMap((text) => [...text.matchAll(/\{see:([\w-]+)\}/g)].map((found) => found[1])))];
};

export const fill = (text, words) => {
  let whole = "";
  for (const part of text.split(/(\{\w+(?::[\w-]+)?\})/)) {
    const role = part.match(/^\{(\w+(?::[\w-]+)?)\}$/)?.[1];
    if (!role) {
      whole += part;
      continue;
    }
    const called = words[role] ?? role;
    whole += !whole || /[.?!] $/.test(whole) ? called[0].toUpperCase() + called.slice(1) : called;
  }
  return whole;
};

// What stands after these answers: { procedure, node, name, trail, options }; an answer that fits nowhere is left out with
// all that follow it.
export const walk = (book, name, answers = [], edition = book.editions[0]) => {
  let procedure = name;
  let at = book.procedures[name].first;
  const facts = {};
  const trail = [];
  const given = [...answers];
  for (let steps = 0; steps < 60; steps += 1) {
    const node = book.procedures[procedure].nodes[at];
    if (node.kind === "decision") {
      const holds = (rule) =>
        inEdition(rule, edition) && Object.entries(rule.when).every(([fact, wanted]) => wanted.includes(facts[fact]));
      at = node.rules.find(holds).next;
    } else if (node.kind === "question" && given.length) {
      const option = node.options.find((each) => each.id === plain(given[0]) && inEdition(each, edition));
      if (!option) break;
      const because = given.shift().endsWith(FROM_FACTS) && node.from ? book.because[node.from] : "";
      trail.push({ node, option, because, written: option.id + (because ? FROM_FACTS : "") });
      Object.assign(facts, { [at]: option.id }, option.facts);
      if (option.go) {
        procedure = option.go;
        at = book.procedures[procedure].first;
      } else at = option.next;
    } else break;
  }
  const node = book.procedures[procedure].nodes[at];
  const options = (node.options ?? []).filter((each) => inEdition(each, edition));
  return { procedure, at, node, trail, options, answers: trail.map((each) => each.written) };
};

// The answers that still answer what is asked; those that followed from the facts follow anew, and what follows is added.
export const fitting = (book, name, answers, edition, known = null) => {
  let kept = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const step = walk(book, name, kept, edition);
    const given = answers[turn] ?? FROM_FACTS;
    const found = known && step.node.from ? follows(step.node.from, known) : "";
    const answer = given.endsWith(FROM_FACTS) ? found && found + FROM_FACTS : given;
    if (!answer || !step.options.some((each) => each.id === plain(answer))) break;
    kept = [...kept, answer];
  }
  return kept;
};

// New answers, and after them the old ones from there on, as long as the same questions are put.
export const carried = (book, name, before, answers, edition, was = edition) => {
  let kept = [...answers];
  for (const { node, option, written } of walk(book, name, before, was).trail.slice(kept.length)) {
    const step = walk(book, name, kept, edition);
    if (step.node !== node || !step.options.some((each) => each.id === option.id)) break;
    kept = [...kept, written];
  }
  return kept;
};

// -- finding

const ENDINGS = ["ing", "ion", "ed", "es", "e", "s"];
const stem = (word) => {
  for (const ending of ENDINGS) {
    if (word.length >= ending.length + 3 && word.endsWith(ending)) return stem(word.slice(0, -ending.length));
  }
  return word.length > 1 && word.at(-1) === word.at(-2) && !/^[0-9]+$/.test(word) ? word.slice(0, -1) : word;
};

const said = new Map();
export const wordsOf = (book, text) => {
  if (said.has(text)) return said.get(text);
  const plain = text
    .normalize("NFKD")
    .replace(/[^\x00-\x7f]/g, "") // oxlint-disable-line no-control-regex -- that they are not letters is the point
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9 ]/g, " ");
  const words = plain
    .split(/\s+/)
    .filter((word) => word && !book.small.includes(word))
    .map(stem);
  said.set(text, words);
  return words;
};

const LOOSE =
  /^(laws?|l|§)?[\s.]*([1-9]\d?)[\s.]*(?:([a-h])[\s.]*(?:([1-9])[\s.]*(?:\(?([a-z])\)?[\s.]*(?:\(?([ivx]+)\)?)?)?)?)?$/i;

// The paragraph that a text names, however it is written; null if it names none.
const readNumber = (book, text) => {
  const match = LOOSE.exec(text);
  if (!match || Number(match[2]) > book.last_law) return null;
  const [, named, number, letter = "", digit = "", small, roman] = match;
  const bracketed = (part) => (part ? `(${part.toLowerCase()})` : "");
  const law = number + letter.toUpperCase() + digit + bracketed(small) + bracketed(roman);
  return { law, perhapsBid: !named && /^[1-9][CDH]$/.test(law) };
};

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const byUse = (a, b) => b.common - a.common || order(a.title, b.title);

const partsOf = (law) => law.match(/\d+|[A-Z]|\([a-z]+\)/g);
const within = (law, of) => partsOf(of).every((part, at) => partsOf(law)[at] === part);
const citedBy = (each) => [
  ...Object.values(each.laws).flat(),
  ...Object.values(each.nodes).flatMap((node) => Object.values(node.laws ?? {}).flat()),
];

// First what covers most of the paragraph, then what is mainly about this law, then what names it in its head.
const placeOf = (book, each, law) => {
  const heads = each.laws[book.editions[0]] ?? [];
  const cited = citedBy(each);
  const covers = Math.max(0, ...heads.filter((head) => within(law, head)).map((head) => partsOf(head).length));
  if (!covers && !cited.some((one) => within(one, law))) return null;
  const main = heads.length && partsOf(heads[0])[0] === partsOf(law)[0];
  return [-covers, main ? 0 : 1, heads.some((head) => within(head, law)) ? 0 : 1, cited.includes(law) ? 0 : 1];
};
const nearer = (p, q) => p.map((each, at) => each - q[at]).find((apart) => apart) ?? 0;

const byNumber = (book, { law, perhapsBid }) => {
  const all = Object.entries(book.procedures);
  const parts = partsOf(law);
  for (let length = parts.length; length >= Math.min(parts.length, 2); length -= 1) {
    const shorter = parts.slice(0, length).join("");
    if (perhapsBid && !all.some(([, each]) => citedBy(each).some((one) => within(one, shorter)))) return [];
    const ranked = all.map(([name, each]) => [placeOf(book, each, shorter), each, name]).filter(([place]) => place);
    if (ranked.length) return ranked.sort(([p, a], [q, b]) => nearer(p, q) || byUse(a, b)).map(([, , name]) => name);
  }
  return [];
};

// A text with the abbreviations of directors written out: in capitals, or when one of them is all there is.
const inFull = (book, text) =>
  book.short[text.toUpperCase()] ??
  text.replace(/(?<![\p{L}\p{N}_+-])[A-Z]+[+-]?(?![\p{L}\p{N}_+-])/gu, (found) => book.short[found] ?? found);

// How much a word says: the more, the fewer procedures have it.
const weights = (book, all) => {
  const having = {};
  for (const ways of all) {
    for (const word of new Set(ways.flatMap((way) => wordsOf(book, way)))) having[word] = (having[word] ?? 0) + 1;
  }
  return (word) => Math.log(1 + all.length / (having[word] ?? 1));
};
const waysOf = ({ title, ways }) => [title, ...ways];

const score = (book, procedure, wanted, more, whole, weight) => {
  const sum = (words) => words.reduce((total, word) => total + weight(word), 0);
  const ways = waysOf(procedure);
  let best = 0;
  for (const way of ways) {
    const have = wordsOf(book, way);
    const hits = sum(wanted.filter((word) => have.includes(word)));
    if (hits) best = Math.max(best, hits / sum(wanted) + hits / sum(have) / 2 + (whole === way.toLowerCase() ? 1 : 0));
  }
  const everywhere = ways.flatMap((way) => wordsOf(book, way));
  best += 0.2 * more.filter((word) => everywhere.includes(word)).length;
  const body = wordsOf(book, [procedure.trigger, ...procedure.facts].filter(Boolean).join(" "));
  return best + 0.05 * wanted.filter((word) => body.includes(word)).length;
};

export const search = (book, text, most = 12) => {
  let asked = text.trim();
  const all = Object.entries(book.procedures);
  if (!asked)
    return all
      .sort(([, a], [, b]) => byUse(a, b))
      .slice(0, most)
      .map(([name]) => name);
  const number = readNumber(book, asked);
  const named = number ? byNumber(book, number) : [];
  if (named.length || (number && !number.perhapsBid)) return named.slice(0, most);
  asked = inFull(book, asked);
  const wanted = wordsOf(book, asked);
  const more = asked
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, " ")
    .split(/\s+/)
    .filter((word) => word in book.means)
    .map((word) => stem(book.means[word]));
  const weight = weights(
    book,
    all.map(([, each]) => waysOf(each)),
  );
  const scored = all.map(([name, each]) => [
    Math.round(score(book, each, wanted, more, asked.toLowerCase(), weight) * 1e6),
    each,
    name,
  ]);
  return scored
    .filter(([points]) => points > 0)
    .sort(([p, a], [q, b]) => q - p || byUse(a, b))
    .slice(0, most)
    .map(([, , name]) => name);
};
