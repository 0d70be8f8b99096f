// The line to the server: what waits is sent in order, again and again until it is answered; what has changed is fetched.
// Every message carries its own id, so that sending it twice does it once.

import * as keep from "./keep.js";

const SOON = 1500;
const LATEST = 15000;
const POLL = 5000;
const listeners = new Set();

export const state = { online: true, out: false, view: null, waiting: [], notes: [] };

export const onChange = (listener) => listeners.add(listener);
const changed = () => listeners.forEach((listener) => listener());

async function ask(address, options = {}) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 10000);
  try {
    const response = await fetch(address, { credentials: "same-origin", cache: "no-store", signal: abort.signal, ...options });
    if (response.status >= 500) throw new Error("server");
    return { status: response.status, body: await response.json() };
  } finally {
    clearTimeout(timer);
  }
}

async function take(view) {
  state.view = view;
  await keep.keepTold(view);
}

async function refreshWaiting() {
  state.waiting = await keep.queue();
}

export async function open() {
  state.view = (await keep.told()) ?? null;
  await refreshWaiting();
  changed();
  look();
  listen();
}

let looking = false;
export async function look() {
  if (looking) return;
  looking = true;
  try {
    const { status, body } = await ask("known");
    state.online = true;
    state.out = status === 401;
    if (status === 200 && (!state.view || body.pad !== state.view.pad || body.version >= state.view.version)) await take(body);
  } catch {
    state.online = false;
  } finally {
    looking = false;
  }
  changed();
  if (state.online && !state.out) flush();
}

export async function say(message) {
  await keep.add({ id: keep.newId(), ...message });
  await refreshWaiting();
  changed();
  return flush();
}

export async function drop(message) {
  await keep.remove(message.number);
  await refreshWaiting();
  changed();
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
    const waiting = (await keep.queue()).filter((message) => !message.problem).slice(0, 20);
    if (!waiting.length || state.out) break;
    let answer;
    try {
      const messages = waiting.map(({ number, ...message }) => message);
      answer = await ask("send", { method: "POST", headers: { "Content-Type": "application/json", "X-Pad": "1" }, body: JSON.stringify({ messages }) });
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
    if (await settle(waiting, answer.body)) { again = setTimeout(flush, LATEST); break; }
  }
  await refreshWaiting();
  changed();
}

// Takes what was answered; says whether something is to be sent again later.
async function settle(waiting, body) {
  const byId = new Map(waiting.map((message) => [message.id, message]));
  let later = false;
  for (const answer of body.answers) {
    const message = byId.get(answer.id);
    if (!message) continue;
    if (answer.ok) {
      await keep.remove(message.number);
      if (answer.notes?.length && message.kind !== "confirm") state.notes.push({ message, notes: answer.notes });
    } else if (answer.later) {
      later = answer.problem;
    } else {
      await keep.change({ ...message, problem: answer.problem, conflict: Boolean(answer.conflict) });
    }
  }
  state.held = later || "";
  await take(body.view);
  return Boolean(later);
}

function listen() {
  let source;
  let heard = 0;
  const connect = () => {
    if (!("EventSource" in window)) return;
    source = new EventSource("stream");
    source.onmessage = (event) => {
      heard = Date.now();
      if (!state.view || Number(event.data) !== state.view.version) look();
    };
    source.onerror = () => { heard = 0; if (source.readyState === 2) { source.close(); setTimeout(connect, LATEST); } };
    source.onopen = () => { heard = Date.now(); };
  };
  connect();
  setInterval(() => { if (!document.hidden && Date.now() - heard > 3 * LATEST || !state.online) look(); }, POLL);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
}
