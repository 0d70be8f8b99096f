// The page of the penalty cards of a table, or of the law book by itself.

import { forget, keyOf, remember, send, storyOf, waiting } from "./tracked.js";
import { trackerShown } from "./tracker.js";

const given = JSON.parse(document.querySelector("#tracker").textContent);
const place = document.querySelector("#tracker-here");
const { words, say, editions, spot, known, names } = given;

const inAddress = () => {
  const changed = ({ declarer, edition, steps }) => {
    const query = new URLSearchParams({ declarer, laws: edition, s: steps.join(";") });
    history.replaceState(null, "", `?${query}`);
  };
  place.replaceChildren(trackerShown({ words, say, editions, story: known, changed }));
};

const atTable = () => {
  const key = keyOf(given.base, spot);
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const status = document.querySelector("#tracker-sent");
  const deliver = async () => {
    try {
      const problem = await send(key, { address: given.address, token, spot });
      if (problem) {
        forget(key);
        const link = Object.assign(document.createElement("a"), { href: location.href, textContent: words.show_log });
        status.replaceChildren(`${problem} `, link);
        return;
      }
      status.textContent = words.sent;
    } catch {
      status.textContent = words.unsent;
    }
  };
  const mine = waiting(key) ? storyOf(key) : known;
  const changed = (story) => {
    remember(key, story);
    deliver();
  };
  place.replaceChildren(trackerShown({ words, say, editions, story: mine, names, changed }));
  addEventListener("online", deliver);
  if (waiting(key)) deliver();
};

if (spot) atTable();
else inAddress();
