// The line to the server: what waits is sent in order, again and again until it is answered; what has changed is fetched.
// Every message carries its own id, so that sending it twice does it once.

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
export const same = (one, other) => one.round === other.round && one.table === other.table && one.board === other.board;

let asked = 0;
let taken = 0;   // which answer is here
let latest = 0;  // how much had been asked when it came
async function ask(address, options = {}) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 10000);
  const order = ++asked;
  try {
    const response = await fetch(address, { credentials: "same-origin", cache: "no-store", signal: abort.signal, ...options });
    if (response.status >= 500 || response.status === 429) throw new Error("later");
    return { order, status: response.status, body: await response.json() };
  } finally {
    clearTimeout(timer);
  }
}

// An answer is old if it knows less than one that came while it was on its way; if both know as much, the one that was asked
// for earlier is.
function isOld(view, order) {
  const here = state.view;
  if (here?.night === view.night && here.version !== view.version) return view.version < here.version && order <= latest;
  return order < taken;
}

async function take(view, order) {
  if (isOld(view, order)) return;
  taken = order;
  latest = asked;
  state.view = view;
  await keep.keepTold(view);
}

// Whoever says which plan it has is told only what was played since; the rest of each stop is as it was.
const whole = (view, had) => (view.stops.every((stop) => stop.boards) ? view : { ...view, stops: view.stops.map((stop, place) => ({ ...had.stops[place], ...stop })) });

async function refreshWaiting() {
  state.waiting = await keep.queue();
}

export async function open() {
  state.view = (await keep.told()) ?? null;
  await keep.remove(pins.lost(await keep.queue()).map((message) => message.number));
  await refreshWaiting();
  changed();
  look();
  listen();
}

let looking = false;
let once = false;
export async function look() {
  if (looking) { once = true; return; }
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
  if (once) { once = false; look(); }
}

// Messages are kept together before anything is sent, so that none is left behind when the page dies.
export async function say(...messages) {
  await keep.add(messages.map((message) => ({ id: keep.newId(), night: state.view?.night, ...message })));
  await refreshWaiting();
  changed();
  flush();
}

// Leaves a message out; an agreement to what is left out goes with it.
export async function drop(message) {
  const gone = state.waiting.filter((each) => each.number === message.number || (message.kind !== "confirm" && message.board && each.kind === "confirm" && same(each, message)));
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
// What can be sent now: no agreement to a score about which the table is still being asked.
export function sendable(queue) {
  const stuck = queue.filter((message) => message.problem && writes(message));
  return queue.filter((message) => !message.problem && !(message.kind === "confirm" && stuck.some((each) => same(each, message))));
}

let sending = null;
let pause = SOON;
let again;
export function flush() {
  sending ??= flushAll().finally(() => { sending = null; });
  return sending;
}

async function flushAll() {
  clearTimeout(again);
  for (;;) {
    const waiting = sendable(await keep.queue()).slice(0, 20);
    if (!waiting.length || state.out) break;
    const had = state.view;
    let answer;
    try {
      const messages = waiting.map(({ number, ...message }) => pins.sent(message));
      answer = await ask("send", { method: "POST", headers: { "Content-Type": "application/json", "X-Pad": "1" }, body: JSON.stringify({ messages, plan: had?.plan }) });
    } catch {
      state.online = false;
      pause = Math.min(pause * 2, LATEST);
      again = setTimeout(flush, pause);
      break;
    }
    state.online = true;
    pause = SOON;
    if (answer.status === 401) { state.out = true; break; }
    if (answer.status !== 200) {  // nothing of it can be read: it is put to the people, and never thrown away
      for (const message of waiting) await keep.change({ ...message, problem: answer.body.problem ?? "?" });
      break;
    }
    answer.body.view = whole(answer.body.view, had);
    if (await settle(waiting, answer)) { again = setTimeout(flush, POLL); break; }
  }
  await refreshWaiting();
  changed();
}

// Takes what was answered; says whether something is to be sent again later.
async function settle(waiting, { order, body }) {
  const byId = new Map(waiting.map((message) => [message.id, message]));
  const failed = [];
  let later = "";
  for (const answer of body.answers) {
    const message = byId.get(answer.id);
    if (!message) continue;
    if (answer.ok) {
      await keep.remove([message.number]);
      if (answer.notes?.length && writes(message)) state.notes.push({ message, notes: answer.notes });
    } else if (answer.later) {
      later = answer.problem;
      failed.push(message);
    } else if (message.kind === "confirm" && failed.some((each) => same(each, message))) {
      continue;  // it waits for what it agrees to
    } else {
      failed.push(message);
      await keep.change({ ...message, problem: answer.problem, conflict: Boolean(answer.conflict), asked: Boolean(answer.asked), moved: Boolean(answer.moved) });
    }
  }
  state.held = later;
  await take(body.view, order);
  return Boolean(later);
}

function listen() {
  let source;
  let heard = 0;
  const soon = () => setTimeout(look, Math.random() * JITTER);
  const connect = () => {
    if (!("EventSource" in window)) return;
    source = new EventSource("stream");
    source.onmessage = (event) => {
      heard = Date.now();
      if (!state.view || Number(event.data) > state.view.version) soon();
    };
    source.onopen = () => { heard = Date.now(); soon(); };
    source.onerror = () => {
      heard = 0;
      if (source.readyState === 2) { source.close(); look(); setTimeout(connect, LATEST); }
    };
  };
  connect();
  setInterval(() => { if (!state.online || (!document.hidden && Date.now() - heard > 2 * LATEST)) look(); }, POLL);
  window.addEventListener("online", look);
  window.addEventListener("offline", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
}
