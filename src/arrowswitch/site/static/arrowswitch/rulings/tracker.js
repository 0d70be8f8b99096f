// The penalty cards of a table by tapping, with a network and without. The steps are `penalties.js`'s; who draws says where they go.

import { el } from "./draw.js";
import { RANKS, SEATS, SUITS, cardShown, left, put, right } from "./facts.js";
import { after, choices, replay, told } from "./penalties.js";

const SIGNS = { S: ["♠", "spade"], H: ["♥", "heart"], D: ["♦", "diamond"], C: ["♣", "clubs"] };
const sign = (suit) => el("span", { class: SIGNS[suit][1] }, SIGNS[suit][0]);
const card = (each) => [sign(each[0]), cardShown(each).slice(1)];

export const stepTold = (say, step) => {
  const [verb, ...rest] = step.split(" ");
  const suits = () =>
    [...rest[0]].map((suit) => say.suits[suit]).reduce((all, one) => put(say.or, { suit: all, other: one }));
  const values = ["require", "forbid"].includes(verb)
    ? { suit: suits() }
    : { seat: say.seats[rest[0]], card: rest[1] && cardShown(rest[1]) };
  return put(say.taken[verb], values);
};

// `changed` hears of { declarer, edition, steps } whenever they change; `note` stands on top.
export const trackerShown = ({ words, say, editions, story, names = {}, changed, note = "" }) => {
  let { declarer, edition, steps } = story;
  let owner = "";
  let suit = "";
  let rank = "";
  const live = el("p", { class: "for-ears", role: "status" });
  const inside = el("div");
  const page = el("div", { class: "facts-pad tracker" }, live, inside);

  const tell = () => {
    changed({ declarer, edition, steps });
    draw();
    const now = declarer && replay(declarer, steps, edition);
    live.textContent = now ? (told(say, now)[0] ?? "") : "";
  };
  const take = (step) => {
    if (!after(replay(declarer, steps, edition), step)) return;
    steps = [...steps, step];
    [owner, suit, rank] = ["", "", ""];
    tell();
  };
  const button = (id, content, action, { pressed, label, className = "" } = {}) => {
    const made = el(
      "button",
      {
        type: "button",
        id: `card-${id}`,
        class: `button ${className}${pressed ? " main" : ""}`,
        "aria-pressed": pressed === undefined ? undefined : String(pressed),
        "aria-label": label,
      },
      content,
    );
    made.addEventListener("click", action);
    return made;
  };
  const look = (action) => () => {
    action();
    draw();
  };
  const seatRow = (name, title, seats, now, choose) =>
    el(
      "div",
      { class: "seat-row", role: "group", "aria-label": title },
      el("span", {}, title),
      el(
        "span",
        { class: "seat-picks" },
        seats.map((seat) =>
          button(`${name}-${seat}`, seat, () => choose(seat), {
            pressed: now === seat,
            label: `${title}: ${say.seats[seat]}${names[seat] ? `, ${names[seat]}` : ""}`,
          }),
        ),
      ),
    );

  const lyingShown = (now) =>
    now.lying.length
      ? el(
          "ul",
          { class: "lying" },
          now.lying.map((each) =>
            el(
              "li",
              {},
              el(
                "span",
                {},
                el("b", {}, say.seats[each.seat], " ", card(each.card)),
                " ",
                el("span", { class: "because" }, each.major ? words.major : words.minor),
              ),
              el(
                "span",
                { class: "seat-picks" },
                button(`played-${each.card}`, words.was_played, () => take(`played ${each.seat} ${each.card}`), {
                  label: `${words.was_played}: ${cardShown(each.card)}`,
                }),
                button(`back-${each.card}`, words.was_given_back, () => take(`back ${each.seat} ${each.card}`), {
                  label: `${words.was_given_back}: ${cardShown(each.card)}`,
                }),
              ),
            ),
          ),
        )
      : el("p", { class: "hint" }, words.no_cards);

  const addShown = (now) =>
    el(
      "details",
      { open: !now.lying.length || owner ? "" : undefined, id: "card-new" },
      el("summary", {}, words.new_card),
      seatRow("owner", words.whose_card, [left(declarer), right(declarer)], owner, (seat) =>
        look(() => {
          owner = seat;
        })(),
      ),
      owner &&
        el(
          "div",
          { class: "pad-row", role: "group", "aria-label": words.card_suit },
          SUITS.map((one) =>
            button(
              `suit-${one}`,
              sign(one),
              look(() => {
                suit = one;
              }),
              { pressed: suit === one, label: say.suits[one] },
            ),
          ),
        ),
      owner &&
        suit &&
        el(
          "div",
          { class: "pad-row ranks", role: "group", "aria-label": words.card_rank },
          [...RANKS].map((one) =>
            button(
              `rank-${one}`,
              one === "T" ? "10" : one,
              look(() => {
                rank = one;
              }),
              { pressed: rank === one },
            ),
          ),
        ),
      owner &&
        suit &&
        rank &&
        el(
          "div",
          { class: "pad-row wide" },
          button("exposed", words.by_accident, () => take(`exposed ${owner} ${suit}${rank}`)),
          button("deliberate", words.on_purpose, () => take(`deliberate ${owner} ${suit}${rank}`)),
        ),
    );

  const draw = () => {
    const focused = document.activeElement?.id;
    const now = declarer ? replay(declarer, steps, edition) : null;
    const lines = now ? told(say, now) : [];
    const offered = now ? choices(say, now) : [];
    const lead = now && now.leader;
    inside.replaceChildren(
      ...[
        note && el("p", { class: "note" }, note),
        el(
          "nav",
          { class: "editions", "aria-label": words.laws },
          el("span", { class: "small-label" }, words.laws),
          editions.map((each) =>
            button(
              `laws-${each}`,
              each,
              () => {
                edition = each;
                tell();
              },
              { pressed: each === edition },
            ),
          ),
        ),
        !steps.length &&
          seatRow("declarer", words.declarer, SEATS, declarer, (seat) => {
            declarer = seat;
            tell();
          }),
        steps.length && el("p", { class: "quiet" }, `${words.declarer} ${say.seats[declarer]}.`),
        now && el("h2", {}, words.on_table),
        now && lyingShown(now),
        now && addShown(now),
        now && steps.length && seatRow("lead", words.on_lead, SEATS, lead, (seat) => take(`lead ${seat}`)),
        offered.length &&
          el(
            "section",
            { class: "sheet question", "aria-labelledby": "card-choose" },
            el("h2", { id: "card-choose" }, lines[0]),
            el(
              "ul",
              { class: "answers" },
              offered.map((each) =>
                el(
                  "li",
                  {},
                  button(
                    `choice-${each.step.replace(" ", "-")}`,
                    [`${each.text}. `, el("span", { class: "law-chip" }, `${words.law} ${each.law}`)],
                    () => take(each.step),
                    { className: "answer" },
                  ),
                ),
              ),
            ),
          ),
        lines.length > (offered.length ? 1 : 0) &&
          el(
            "ul",
            { class: "plainlist told" },
            lines.slice(offered.length ? 1 : 0).map((line) => el("li", {}, line)),
          ),
        steps.length &&
          el(
            "details",
            { id: "card-story" },
            el("summary", {}, words.story),
            el(
              "ol",
              {},
              steps.map((step) => el("li", {}, stepTold(say, step))),
            ),
          ),
        steps.length &&
          el(
            "p",
            { class: "step-back" },
            button("undo", words.undo, () => {
              steps = steps.slice(0, -1);
              tell();
            }),
          ),
      ].filter(Boolean),
    );
    if (focused?.startsWith("card-")) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  draw();
  return page;
};
