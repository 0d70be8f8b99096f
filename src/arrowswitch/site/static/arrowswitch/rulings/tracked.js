// Where the steps of the tracker go. In the law book by itself they are in the address. At a table they are kept on this device,
// sent to the session in the order in which they were made, and sent later if there is no network now.

const STORE = "arrowswitch-cards";
const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
};
const keep = (all) => {
  try {
    localStorage.setItem(STORE, JSON.stringify(all));
  } catch {
    /* a private window keeps nothing */
  }
};

export const keyOf = (base, spot) => [base, spot.section, spot.round, spot.table, spot.board].join("|");
export const storyOf = (key) => kept()[key];
export const waiting = (key) => (kept()[key]?.unsent ?? []).length;

// A new story of a table: every one is sent, so that each step is in the log.
export const remember = (key, story, at = new Date().toISOString()) => {
  const all = kept();
  const unsent = [
    ...(all[key]?.unsent ?? []),
    { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, at, ...story },
  ];
  keep({ ...all, [key]: { ...story, unsent } });
};
export const forget = (key) => {
  const { [key]: _gone, ...rest } = kept();
  keep(rest);
};

// Sends what waits for a table; the answer is what was refused, or nothing.
export const send = async (key, { address, token, spot }) => {
  const mine = kept()[key]?.unsent ?? [];
  if (!mine.length) return "";
  const commands = mine.map(({ id, declarer, edition, steps }) => ({
    id,
    act: {
      type: "track-cards",
      section: spot.section,
      round: Number(spot.round),
      table: Number(spot.table),
      board: Number(spot.board),
      declarer,
      edition,
      steps,
    },
  }));
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ commands }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const { answers } = await answer.json();
  const all = kept();
  if (all[key])
    keep({
      ...all,
      [key]: { ...all[key], unsent: all[key].unsent.filter(({ id }) => !mine.some((each) => each.id === id)) },
    });
  return answers.find(({ ok }) => !ok)?.problem ?? "";
};
