// The line to the server: what waits is sent in order, again and again until it is answered; what has changed is fetched.
// Every message carries its own id, so that sending it twice does it once; a server that has lost what it had taken (an older
// back-up was put back) is sent the whole night again.

import * as keep from "./keep.js";
import * as pins from "./pins.js";

const SOON = 1500;
const LATEST = 15000;
const POLL = 5000;
const JITTER = 600;
const listeners = new Set();

export const state = { online: true, out: false, view: null, waiting: [], notes: [], held: "" };

export const onChange = (listener) => listeners.add(listener);
const changed = () => listeners.forEach((listener) => listener());
// Where this device is: what was refused here because it is of another table goes out from there.
const here = (view) => `${view?.pad}/${view?.table}`;
export const same = (one, other) => one.round === other.round && one.table === other.table && one.board === other.board;

let asked = 0;
let taken = 0; // which answer is here
let latest = 0; // how much had been asked when it came
async function ask(address, options = {}) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 10000);
  const order = ++asked;
  const { night, version, mark } = keep.seen() ?? {};
  const headers = { ...options.headers, ...(mark ? { "X-Seen": `${night} ${version} ${mark}` } : {}) };
  const rules = { credentials: "same-origin", cache: "no-store", redirect: "error", signal: abort.signal };
  try {
    const response = await fetch(address, { ...rules, ...options, headers });
    if (response.status >= 500 || response.status === 429) throw new Error("later");
    const body = await response.json();
    if (!isOurs(response.status, body)) throw new Error("not ours");
    return { order, status: response.status, body };
  } finally {
    clearTimeout(timer);
  }
}

// A hotel's sign-in page answers everything, as if it were the program.
function isOurs(status, body) {
  if (status === 200) return Array.isArray(body?.stops) || Array.isArray(body?.answers);
  return status === 401 ? body?.out === true : typeof body?.problem === "string";
}

// An answer is old if it knows less than one that came while it was on its way; if both know as much, the one that was asked
// for earlier is.
function isOld(view, order) {
  const here = state.view;
  if (here?.night === view.night && here.version !== view.version)
    return view.version < here.version && order <= latest;
  return order < taken;
}

async function take(view, order) {
  if (isOld(view, order)) return;
  taken = order;
  latest = asked;
  state.view = { ...view, told: Date.now() };
  await remember(view);
  await keep.keepTold(state.view);
  await tryAgain(view.plan);
}

// What was not taken because the movement had been changed is sent once more when it is changed again, or back.
async function tryAgain(plan) {
  const stale = (await keep.queue()).filter((each) => each.problem && each.plan && each.plan !== plan);
  for (const { problem, conflict, asked: _, moved, plan: then, ...message } of stale) await keep.change(message);
  if (stale.length) await refreshWaiting();
}

// Notes how far the server's journal has come, and whether it still has all that it had when this phone last heard of it.
async function remember({ night, version, mark, epoch, lost }) {
  const before = keep.seen();
  if (!mark || (before?.epoch === epoch && !lost && before.version > version)) return;
  if (before && before.epoch !== epoch) await keep.forgetSent();
  if (lost && before?.epoch === epoch) await keep.sendAgain(epoch);
  await keep.keepSeen({ night, version, mark, epoch });
}

// Whoever says which plan it has is told only what was played since; the rest of each stop is as it was.
const whole = (view, had) =>
  view.stops.every((stop) => stop.boards)
    ? view
    : { ...view, stops: view.stops.map((stop, place) => ({ ...had.stops[place], ...stop })) };

async function refreshWaiting() {
  state.waiting = await keep.queue();
}

export async function open() {
  state.view = keep.told();
  keep.onOther(async (news) => {
    if (news === "queue") await refreshWaiting();
    if (news === "free") flush();
    if (news === "queue" || news === "draft") changed();
  });
  await forgetLost();
  await refreshWaiting();
  changed();
  listen();
  await look();
  return state.online;
}

let looking = false;
let once = false;
export async function look() {
  if (looking) {
    once = true;
    return;
  }
  looking = true;
  try {
    const { order, status, body } = await ask("known");
    state.online = true;
    state.out = status === 401;
    if (status === 200) await take(body, order);
  } catch {
    state.online = false;
  } finally {
    looking = false;
  }
  changed();
  if (state.online && !state.out) flush();
  if (once) {
    once = false;
    look();
  }
}

// Messages are kept together before anything is sent, so that none is left behind when the page dies.
export async function say(...messages) {
  await keep.add(
    messages.map((message) => ({ id: keep.newId(), night: state.view?.night, epoch: state.view?.epoch, ...message })),
  );
  await refreshWaiting();
  changed();
  flush();
}

// Leaves a message out; an agreement to what is left out goes with it.
export async function drop(message) {
  const gone = state.waiting.filter(
    (each) =>
      each.number === message.number ||
      (message.kind !== "confirm" && message.board && each.kind === "confirm" && same(each, message)),
  );
  await keep.remove(gone.map((each) => each.number));
  await refreshWaiting();
  changed();
}

// Sends a message again because the table is sure.
export async function insist(message) {
  const { problem, asked: _, ...rest } = message;
  await keep.change({ ...rest, sure: true });
  await refreshWaiting();
  changed();
  flush();
}

const writes = (message) => message.kind === "enter" || message.kind === "correct";
// A score of a table at which this device is not now: it goes out when it is there again.
export const isAway = (message) => Boolean(message.away) && message.away === here(state.view);
// What can be sent now: no agreement to a score about which the table is still being asked, none whose number another tab has.
export function sendable(queue) {
  const stuck = queue.filter((message) => message.problem && writes(message));
  const waits = (message) => message.kind === "confirm" && stuck.some((each) => same(each, message));
  return queue.filter((message) => !message.problem && !isAway(message) && pins.isHere(message) && !waits(message));
}

let sending = null;
let pause = SOON;
let again;
export function flush() {
  sending ??= flushAll()
    .catch(() => later(true))
    .finally(() => {
      sending = null;
    });
  return sending;
}

function later(failed) {
  if (failed) {
    state.online = false;
    pause = Math.min(pause * 2, LATEST);
  }
  clearTimeout(again);
  again = setTimeout(flush, failed ? pause : POLL);
}

const forgetLost = async () => keep.remove((await pins.lost(await keep.queue())).map((message) => message.number));

async function flushAll() {
  clearTimeout(again);
  await forgetLost();
  if (sendable(await keep.queue()).length) {
    if (await keep.maySend()) await sendAll().finally(keep.doneSending);
    else later(false); // another tab is at it
  }
  await refreshWaiting();
  if (!state.waiting.every(pins.isHere)) later(false); // another tab has the number, until it is closed
  changed();
}

async function sendAll() {
  for (;;) {
    const waiting = sendable(await keep.queue()).slice(0, 20);
    if (!waiting.length || state.out || !(await keep.maySend())) return;
    const had = state.view;
    let answer;
    try {
      const messages = waiting.map(({ number, epoch, away, plan, ...message }) => pins.sent(message));
      const body = JSON.stringify({ messages, plan: had?.plan });
      answer = await ask("send", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Pad": "1" },
        body,
      });
    } catch {
      later(true);
      return;
    }
    state.online = true;
    pause = SOON;
    if (answer.status === 401) {
      state.out = true;
      return;
    }
    if (answer.status !== 200) {
      // nothing of it can be read: it is put to the people, and never thrown away
      for (const message of waiting) await keep.change({ ...message, problem: answer.body.problem });
      return;
    }
    if (answer.body.view) answer.body.view = whole(answer.body.view, had);
    if (await settle(waiting, answer)) {
      later(false);
      return;
    }
  }
}

// Takes what was answered; says whether something is to be sent again later.
async function settle(waiting, { order, body }) {
  const byId = new Map(waiting.map((message) => [message.id, message]));
  const failed = [];
  let held = "";
  for (const answer of body.answers) {
    const message = byId.get(answer.id);
    if (!message) continue;
    if (answer.ok) {
      await keep.taken(message);
      if (answer.notes?.length && writes(message)) state.notes.push({ message, notes: answer.notes });
    } else if (answer.later) {
      held = answer.problem;
      failed.push(message);
    } else if (answer.elsewhere) {
      failed.push(message);
      await keep.change({ ...message, away: here(body.view ?? state.view) });
    } else if (message.kind === "confirm" && failed.some((each) => same(each, message))) {
      continue; // it waits for what it agrees to
    } else {
      failed.push(message);
      await keep.change({
        ...message,
        problem: answer.problem,
        conflict: Boolean(answer.conflict),
        asked: Boolean(answer.asked),
        moved: Boolean(answer.moved),
        plan: answer.moved || answer.asked ? (body.view ?? state.view)?.plan : "",
      });
    }
  }
  state.held = held;
  if (body.view) await take(body.view, order);
  return Boolean(held);
}

function listen() {
  let source;
  let heard = 0;
  let last = 0;
  const soon = () => setTimeout(look, Math.random() * JITTER);
  const connect = () => {
    if (!("EventSource" in window)) return;
    source = new EventSource("stream");
    source.onmessage = (event) => {
      heard = Date.now();
      const now = Number(event.data);
      if (!state.view || now > state.view.version || now < last) soon(); // it goes back only if the server's data did
      last = now;
    };
    source.onopen = () => {
      heard = Date.now();
      soon();
    };
    source.onerror = () => {
      heard = 0;
      if (source.readyState === 2) {
        source.close();
        look();
        setTimeout(connect, LATEST);
      }
    };
  };
  connect();
  setInterval(() => {
    if (!state.online || (!document.hidden && Date.now() - heard > 2 * LATEST)) look();
  }, POLL);
  window.addEventListener("online", look);
  window.addEventListener("offline", look);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
}
