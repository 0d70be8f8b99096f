// Alerts and systems without a server: the charts come with what each line looks like; finding it is done here, as the
// program does. The tests hold the two together. Nothing in a line depends on the reader, so that the server's own pieces are
// put together as they are, where the walks of the law book are templates to be filled in (bind.js).

import { el } from "./draw.js";
import { wordsOf } from "./walk.js";

const SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s", "–": "-", "—": "-", "−": "-" };
const LEVELS = { one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" };
const short = (_, level, strain) => (LEVELS[level] ?? level) + (strain.startsWith("n") ? "nt" : strain[0]);
const CALL = "\\(?(?:[1-7](?:nt|[cdhs])|xx|x|dbl|rdbl|p|pass)\\)?";
const SEQUENCE = new RegExp(`^${CALL}(?:[-\\s,:]+${CALL})*$`);

export const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[♣♦♥♠–—−]/g, (sign) => SIGNS[sign])
    .trim()
    .replace(/\bno[ -]?trumps?\b/g, "nt")
    .replace(/\b(one|two|three|four|five|six|seven)[ -](club|diamond|heart|spade|nt)s?\b/g, short)
    .replace(/\b([1-7])\s*(clubs?|diamonds?|hearts?|spades?|nt|n|c|d|h|s)\b/g, short);

export const sequence = (text) => {
  const written = plain(text);
  if (!SEQUENCE.test(written)) return "";
  const calls = written.match(new RegExp(CALL, "g"));
  const said = calls.filter((call) => !["p", "pass"].includes(call.replace(/[()]/g, "")));
  return (said.length ? said : calls.slice(0, 1)).join("-");
};

const wild = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("?", ".")
      .replaceAll("*", ".*")}$`,
  );

const byCalls = (item, calls) => {
  if (item.calls.some((each) => each.toLowerCase() === calls)) return 10;
  const last = calls.slice(calls.lastIndexOf("-") + 1);
  return item.calls.some((each) => each.includes("?") && wild(each.toLowerCase()).test(last)) ? 8 : 0;
};

const byWords = (kept, item, wanted) => {
  if (!wanted.length) return 0;
  let best = 0;
  for (const [place, way] of [item.title, ...item.ways].entries()) {
    const have = wordsOf(kept, plain(way));
    const hits = wanted.filter((word) => have.includes(word)).length;
    if (hits * 2 > wanted.length) {
      const begins =
        have.length === wanted.length && have.every((word, at) => word === wanted[at])
          ? 2
          : place === 0 && wanted.every((word, at) => word === have[at])
            ? 1
            : 0;
      best = Math.max(best, (2 * hits) / wanted.length + hits / have.length + begins);
    }
  }
  const body = new Set(item.told.flatMap((line) => wordsOf(kept, plain(line))));
  const inside = wanted.filter((word) => body.has(word)).length / wanted.length;
  return best || inside === 1 ? best + 0.5 * inside : 0;
};

// The places of what fits in the list of the chart, best first.
export const searchAlerts = (kept, name, text, most = 12) => {
  const { items } = kept.charts[name];
  const calls = sequence(text);
  const wanted = wordsOf(kept, plain(text));
  const ranked = items
    .map((item, place) => {
      let worth = calls && item.call ? byCalls(item, calls) : 0;
      if (!calls || (item.convention && !calls.includes("-"))) worth = Math.max(worth, byWords(kept, item, wanted));
      return [worth, place];
    })
    .filter(([worth]) => worth > 0);
  if (!ranked.length && calls) return [items.findIndex((item) => item.any)];
  return ranked
    .sort(([p, a], [q, b]) => q - p || a - b)
    .slice(0, most)
    .map(([, place]) => place);
};

// The class after a row of y and n, or the question that is next: its look, and the answers that were used.
export const classed = (chart, row) => {
  let at = chart.first;
  let brown = false;
  let used = "";
  for (const letter of row.replace(/[^yn]/g, "")) {
    if (!(at in chart.questions)) break;
    brown ||= letter === "y" && chart.questions[at].brown;
    at = chart.questions[at][letter === "y" ? "yes" : "no"];
    used += letter;
  }
  return { html: at in chart.questions ? chart.questions[at].html : chart.classes[at][brown ? 1 : 0], used, at };
};

const made = (html) => document.createRange().createContextualFragment(html);
const placeOf = (query) => `?${new URLSearchParams(query)}`;

const systemShown = (chart, name, row) => {
  const { html, used } = classed(chart, row);
  const shown = made(html);
  const to = { "#yes": `${used}y`, "#no": `${used}n`, "#back": used.slice(0, -1), "#again": "" };
  for (const link of shown.querySelectorAll("a[href]")) {
    const mark = link.getAttribute("href");
    if (mark === "#back" && !used) link.remove();
    else link.href = `${placeOf({ federation: name, class: to[mark] })}#system`;
  }
  return shown;
};

const mayShown = (chart, query) => {
  const shown = made(chart.may);
  const form = shown.querySelector("form");
  const told = shown.querySelector(".may-verdict");
  const tell = () => {
    const given = new FormData(form);
    const found =
      chart.verdicts[`${given.get("event")} ${given.get("method")}${given.get("protected") ? " protected" : ""}`];
    told.replaceChildren(made(found ?? ""));
  };
  for (const name of ["event", "method"]) if (query.get(name)) form.elements[name].value = query.get(name);
  if (query.get("protected") && form.elements.protected) form.elements.protected.checked = true;
  if (query.get("event")) tell();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell();
  });
  return shown;
};

export const alertsShown = (kept, home, query) => {
  const found = el("div", { id: "found", "aria-live": "polite" });
  const page = el(
    "div",
    { class: "page rulings alerts" },
    el("p", { class: "back" }, el("a", { href: home }, `← ${kept.words.rulings}`)),
    el("h1", {}, kept.words.title),
    made(kept.form),
    found,
  );
  const form = page.querySelector("form.find");
  const show = () => {
    const given = new FormData(form);
    const name = given.get("federation") ?? "";
    const text = (given.get("q") ?? "").trim();
    const chart = kept.charts[name];
    if (!chart) found.replaceChildren(made(kept.none));
    else if (text) {
      const hits = searchAlerts(kept, name, text);
      found.replaceChildren(
        el("h2", {}, kept.words.on.replace("{title}", chart.title).replace("{text}", text)),
        made(hits.length ? hits.map((place) => chart.items[place].html).join("") : kept.nothing),
      );
    } else {
      found.replaceChildren(
        systemShown(chart, name, query.get("class") ?? ""),
        mayShown(chart, query),
        made(chart.whole),
      );
    }
  };
  const wanted = query.get("federation") in kept.charts ? query.get("federation") : kept.own;
  for (const each of form.elements.federation) each.checked = each.value === wanted;
  form.elements.q.value = query.get("q") ?? "";
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", placeOf(query));
    show();
  });
  show();
  return page;
};
