// What a device keeps: what it was last told, what it has still to send, what it has sent tonight, and the entry it is in the
// middle of. All of it is in IndexedDB, which survives a reload, a dead battery and a browser that is killed. A phone that
// keeps nothing (a private window, no room) holds the same in memory while the page is open, and says so.

const NAME = "arrowswitch-pad";
const LEASE = 15000;
const me = newId();
const values = {}; // the small ones, as they are now
const held = new Map(); // messages for which there was no room, by their number
let nextHeld = 1e12; // after all that the database has
let opening;

export const trouble = { keeps: true };
export const alone = !("serviceWorker" in navigator); // a plain http address: a page that is closed cannot be opened without a network

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = () => {
      const made = request.result.objectStoreNames;
      if (!made.contains("told")) request.result.createObjectStore("told");
      if (!made.contains("queue"))
        request.result.createObjectStore("queue", { keyPath: "number", autoIncrement: true });
      if (!made.contains("sent")) request.result.createObjectStore("sent", { keyPath: "number" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = request.onblocked = () => reject(request.error ?? new Error("blocked"));
  });
  return opening;
}

// The work is done on one store, or on a list of them, and is on disk when this is over.
async function within(names, mode, work) {
  const open = await database();
  return new Promise((resolve, reject) => {
    const change = open.transaction(names, mode, { durability: "strict" });
    const request = work(...[names].flat().map((name) => change.objectStore(name)));
    change.oncomplete = () => resolve(request?.result);
    change.onerror = change.onabort = () => reject(change.error);
  });
}

// -- small values -------------------------------------------------------------------------------------------------------

const SMALL = ["view", "seen", "draft", "place"];
const tell = (news) => {
  try {
    channel?.postMessage(news);
  } catch {
    /* a page that is being closed */
  }
};

function write(name, value) {
  values[name] = value;
  const done = within("told", "readwrite", (store) => (value === null ? store.delete(name) : store.put(value, name)));
  return done.then(
    () => tell(name),
    () => {},
  ); // it is here while the page is open
}

async function read(name) {
  values[name] = (await within("told", "readonly", (store) => store.get(name)).catch(() => null)) ?? null;
}

export async function open() {
  await database().catch(() => {
    trouble.keeps = false;
  });
  await Promise.all(SMALL.map(read));
}

export const told = () => values.view ?? null;
export const keepTold = (view) => write("view", view);
export const seen = () => values.seen ?? null;
export const keepSeen = (value) => write("seen", value);
export const draft = () => values.draft ?? null;
export const keepDraft = (value) => write("draft", value);
export const place = () => values.place ?? null;
export const keepPlace = (value) => write("place", value);

const inStorage = (work, instead) => {
  try {
    return work();
  } catch {
    return instead;
  }
};
export const hand = () => inStorage(() => localStorage.getItem("pad-hand"), null) ?? "right";
export const keepHand = (value) => inStorage(() => localStorage.setItem("pad-hand", value));

// -- messages -----------------------------------------------------------------------------------------------------------

export async function queue() {
  const kept = await within("queue", "readonly", (store) => store.getAll()).catch(() => []);
  return [...kept, ...held.values()];
}

export async function add(messages) {
  try {
    await within("queue", "readwrite", (store) => {
      messages.forEach((message) => store.add(message));
    });
    trouble.keeps = true;
  } catch {
    trouble.keeps = false;
    for (const message of messages) held.set(nextHeld, { ...message, number: nextHeld++ });
  }
  tell("queue");
}

export async function change(message) {
  if (held.has(message.number)) held.set(message.number, message);
  else await within("queue", "readwrite", (store) => store.put(message)).catch(() => held.set(message.number, message));
  tell("queue");
}

export async function remove(numbers) {
  numbers.forEach((number) => held.delete(number));
  await within("queue", "readwrite", (store) => {
    numbers.forEach((number) => store.delete(number));
  }).catch(() => {});
  tell("queue");
}

// What was taken stays here for the night, so that it can be sent again to a server that has lost it; no pair's number does.
export async function taken(message) {
  if (!held.has(message.number) && !message.numbered) {
    const move = (waiting, sent) => {
      waiting.delete(message.number);
      sent.put(message);
    };
    const moved = within(["queue", "sent"], "readwrite", move).then(
      () => true,
      () => false,
    );
    if (await moved) {
      tell("queue");
      return;
    }
  }
  await remove([message.number]);
}

// Puts what was sent tonight back into the queue, before all that came later; what is of another night goes.
export async function sendAgain(epoch) {
  await within(["queue", "sent"], "readwrite", (waiting, sent) => {
    const all = sent.getAll();
    all.onsuccess = () => {
      for (const message of all.result) {
        if (message.epoch === epoch && message.kind !== "call") waiting.put(message);
        sent.delete(message.number);
      }
    };
  }).catch(() => {});
  tell("queue");
}

export const forgetSent = () =>
  within("sent", "readwrite", (store) => {
    store.clear();
  }).catch(() => {});

// -- other tabs -----------------------------------------------------------------------------------------------------------

const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;

// Tells what another tab of this phone has changed, once it is here too.
export function onOther(listener) {
  if (!channel) return;
  channel.onmessage = async ({ data }) => {
    if (data === "draft") await read(data);
    listener(data);
  };
}

// Whether this tab may send now. Browsers give their locks only to https; the database lets one in at a time everywhere.
export async function maySend() {
  let may = true;
  await within("told", "readwrite", (store) => {
    const asked = store.get("sender");
    asked.onsuccess = () => {
      const now = Date.now(); // not earlier: while this tab waited for its turn, another may have taken the line
      const { holder, until } = asked.result ?? { holder: me, until: 0 };
      may = holder === me || until < now || until > now + LEASE; // the last if the phone's clock was put back
      if (may) store.put({ holder: me, until: now + LEASE }, "sender");
    };
  }).catch(() => {});
  return may;
}

export async function doneSending() {
  await within("told", "readwrite", (store) => {
    const asked = store.get("sender");
    asked.onsuccess = () => {
      if (asked.result?.holder === me) store.delete("sender");
    };
  }).catch(() => {});
  tell("free");
}

window.addEventListener("pagehide", () => {
  doneSending();
});

// Random enough for the whole world; plain http has no randomUUID.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
