// The facts by tapping: dealer, the auction on a bidding box, who did what, which card. Drawn here with a network and without;
// the facts are in the address, in the line that `facts.js` reads and writes.

import { el } from "./draw.js";
import * as of from "./facts.js";

const COLUMNS = ["W", "N", "E", "S"];
const suited = (shown) => {
  const symbol = shown.match(/[♠♥♦♣]/)?.[0];
  if (!symbol) return [shown];
  const name = { "♠": "spade", "♥": "heart", "♦": "diamond", "♣": "clubs" }[symbol];
  const [before, after] = shown.split(symbol);
  return [before, el("span", { class: name }, symbol), after];
};

// `words` are the page's, `say` the names and sentences of the program; `changed` hears of new facts; `done` is where to go on.
export const padShown = ({ words, say, text, board, doneAt, changed }) => {
  let facts = of.read(text) ?? of.read("");
  let caller = ""; // another seat than the one whose turn it is
  let picked = -1; // the call that is looked at
  let suit = facts.card[0] ?? ""; // of the card that is being named
  const page = el("div", { class: "facts-pad" });
  const live = el("p", { class: "for-ears", role: "status" });
  const inside = el("div");
  page.append(live, inside);

  const change = (changes, heard = "") => {
    facts = { ...facts, ...changes };
    caller = "";
    changed(of.written(facts));
    draw();
    live.textContent = [heard, ...of.told(say, facts)].filter(Boolean).join(" ");
  };
  const look = (action) => {
    action();
    draw();
  };
  const button = (id, inside_, action, given = {}) => {
    const made = el(
      "button",
      {
        type: "button",
        id: `pad-${id}`,
        class: `button ${given.class ?? ""}`,
        "aria-pressed": given.pressed === undefined ? undefined : String(given.pressed),
        "aria-label": given.label,
      },
      inside_,
    );
    made.addEventListener("click", action);
    return made;
  };

  const seatRow = (name, title, now, choose, extra = () => "") =>
    el(
      "div",
      { class: "seat-row", role: "group", "aria-label": title },
      el("span", {}, title),
      el(
        "span",
        { class: "seat-picks" },
        of.SEATS.map((seat) =>
          button(`${name}-${seat}`, [seat, extra(seat)], () => choose(seat), {
            pressed: now === seat,
            class: now === seat ? "main" : "",
            label: `${title}: ${say.seats[seat]}`,
          }),
        ),
      ),
    );

  const toggled = (name) => (seat) => change({ [name]: facts[name] === seat ? "" : seat });

  // -- the auction

  const callSaid = (call) => {
    if (!of.isBid(call)) return words[{ P: "pass", X: "double", XX: "redouble" }[call]];
    const named = call.slice(1);
    return `${call[0]} ${named === "NT" ? words.notrump : words[`one_${named}`]}`;
  };
  const bid = (call) => {
    const calls = of.standing(facts.made);
    const turn = of.worked({ ...facts, turn: "", made: calls }).turn;
    const seat = caller || turn || facts.dealer;
    const regular = seat === turn && !of.isOver(calls) && of.admissible(calls, seat, call);
    picked = -1;
    change({ made: [...facts.made, of.made(seat, call, regular)] }, `${say.seats[seat]}: ${callSaid(call)}.`);
  };

  const auctionShown = () => {
    const rows = [];
    let column = 4;
    facts.made.forEach((each, place) => {
      const at = COLUMNS.indexOf(each.seat);
      if (at < column || !rows.length) {
        if (at <= column || !rows.length) rows.push([[], [], [], []]);
      }
      column = at;
      const shows =
        each.shows === null ? "" : ` = ${[...each.shows].map((one) => "♠♥♦♣"["SHDC".indexOf(one)]).join("") || "–"}`;
      rows.at(-1)[at].push(
        button(
          `call-${place}`,
          [each.stands ? "" : "(", ...suited(of.callShown(each.call)), each.stands ? "" : ")", shows],
          () =>
            look(() => {
              picked = picked === place ? -1 : place;
            }),
          {
            pressed: picked === place,
            class: each.stands ? "" : "questioned",
            label: `${say.seats[each.seat]}: ${callSaid(each.call)}${each.stands ? "" : `, ${words.in_question}`}`,
          },
        ),
      );
    });
    return el(
      "table",
      { class: "auction" },
      el("caption", { class: "for-ears" }, words.auction),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          COLUMNS.map((seat) => el("th", { scope: "col" }, say.seats[seat])),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            row.map((cell) => el("td", {}, cell)),
          ),
        ),
      ),
    );
  };

  const pickedShown = () => {
    const each = facts.made[picked];
    if (!each) return "";
    const put = (changes) => {
      const made = facts.made.map((one, place) => (place === picked ? { ...one, ...changes } : one));
      change({ made });
    };
    const shows = each.shows ?? (of.isBid(each.call) && !each.call.endsWith("NT") ? each.call[1] : "");
    const flip = (one) => put({ shows: of.SUITS.filter((mine) => (mine === one) !== shows.includes(mine)).join("") });
    return el(
      "div",
      { class: "picked", role: "group", "aria-label": `${say.seats[each.seat]}: ${callSaid(each.call)}` },
      el("p", {}, el("b", {}, say.seats[each.seat], ": ", suited(of.callShown(each.call))), ` ${words.shows}`),
      el(
        "div",
        { class: "pad-row" },
        of.SUITS.map((one) =>
          button(`shows-${one}`, suited("♠♥♦♣"["SHDC".indexOf(one)]), () => flip(one), {
            pressed: shows.includes(one),
            label: say.suits[one],
            class: shows.includes(one) ? "main" : "",
          }),
        ),
      ),
      el(
        "div",
        { class: "pad-row wide" },
        button("stands", each.stands ? words.does_not_stand : words.stands, () => put({ stands: !each.stands })),
        button("cut", words.cut, () => {
          const made = facts.made.slice(0, picked);
          picked = -1;
          change({ made });
        }),
      ),
    );
  };

  const boxShown = () => {
    const calls = of.standing(facts.made);
    const over = of.isOver(calls);
    const turn = of.worked({ ...facts, turn: "", made: calls }).turn;
    const seat = caller || (over ? "" : turn);
    const key = (call) => {
      const fits = Boolean(seat) && !over && of.admissible(calls, seat, call);
      return button(call, call === "P" ? words.pass : suited(of.callShown(call)), () => bid(call), {
        class: fits ? "" : "insufficient",
        label: `${callSaid(call)}${fits ? "" : `, ${words.not_legal}`}`,
      });
    };
    return [
      seatRow(
        "caller",
        over ? words.late_caller : words.who_calls,
        seat,
        (each) =>
          look(() => {
            caller = each === turn && !over ? "" : each;
          }),
        (each) => (each === turn && !over ? el("span", { class: "small-label" }, words.to_call) : ""),
      ),
      caller && caller !== turn && el("p", { class: "note" }, el("span", { class: "mind" }, words.out_of_turn)),
      (seat || !over) && el("div", { class: "bidding-box", role: "group", "aria-label": words.box }, of.BIDS.map(key)),
      (seat || !over) && el("div", { class: "pad-row" }, ["P", "X", "XX"].map(key)),
      el(
        "div",
        { class: "pad-row" },
        facts.made.length > 0 &&
          button("undo", words.undo, () => {
            picked = -1;
            change({ made: facts.made.slice(0, -1) });
          }),
        !over &&
          of.standing(facts.made).length > 0 &&
          button("all-pass", words.all_pass, () => {
            let now = facts.made;
            while (!of.isOver(of.standing(now)))
              now = [...now, of.made(of.worked({ ...facts, turn: "", made: of.standing(now) }).turn, "P")];
            change({ made: now });
          }),
      ),
    ];
  };

  // -- a card

  const cardShown = () => [
    el(
      "div",
      { class: "pad-row", role: "group", "aria-label": words.card_suit },
      of.SUITS.map((one) =>
        button(
          `card-${one}`,
          suited("♠♥♦♣"["SHDC".indexOf(one)]),
          () =>
            look(() => {
              suit = one;
            }),
          { pressed: suit === one, class: suit === one ? "main" : "", label: say.suits[one] },
        ),
      ),
    ),
    suit &&
      el(
        "div",
        { class: "pad-row ranks", role: "group", "aria-label": words.card_rank },
        [...of.RANKS].map((rank) =>
          button(
            `card-${rank}`,
            rank === "T" ? "10" : rank,
            () => change({ card: facts.card === suit + rank ? "" : suit + rank }),
            { pressed: facts.card === suit + rank, class: facts.card === suit + rank ? "main" : "" },
          ),
        ),
      ),
  ];

  const draw = () => {
    const focused = document.activeElement?.id;
    const found = of.worked(facts);
    const lines = of.told(say, facts);
    inside.replaceChildren(
      board ? el("p", { class: "quiet" }, board) : "",
      el("h2", {}, words.the_auction),
      seatRow("dealer", words.dealer, facts.dealer, (seat) =>
        change({ dealer: seat, made: of.read(of.written({ ...facts, dealer: seat, made: [] })).made }),
      ),
      facts.dealer
        ? el("div", {}, facts.made.length ? auctionShown() : "", pickedShown(), boxShown().filter(Boolean))
        : el("p", { class: "hint" }, words.dealer_first),
      lines.length
        ? el(
            "ul",
            { class: "plainlist told" },
            lines.map((line) => el("li", {}, line)),
          )
        : "",
      el(
        "details",
        { open: facts.offender || facts.turn || facts.declarer || facts.card ? "" : undefined, id: "pad-play" },
        el("summary", {}, words.the_play),
        seatRow("offender", words.offender, facts.offender || found.offender, toggled("offender")),
        seatRow("declarer", words.declarer, facts.declarer || found.declarer, toggled("declarer")),
        seatRow("turn", words.whose_turn, facts.turn, toggled("turn")),
        el("p", { class: "seat-row" }, words.which_card),
        cardShown().filter(Boolean),
      ),
      el(
        "p",
        { class: "step-back" },
        el("a", { class: "button main", id: "pad-done", href: doneAt(of.written(facts)) }, words.facts_done),
        " ",
        of.written(facts) &&
          button("clear", words.clear, () => {
            suit = "";
            picked = -1;
            change({ dealer: "", made: [], offender: "", turn: "", declarer: "", card: "" });
          }),
      ),
    );
    if (kept !== undefined) inside.querySelector("#pad-play").open = kept;
    inside.querySelector("#pad-play").addEventListener("toggle", (event) => {
      kept = event.target.open;
    });
    if (focused?.startsWith("pad-")) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  let kept; // whether the part about the play is open
  draw();
  return page;
};
