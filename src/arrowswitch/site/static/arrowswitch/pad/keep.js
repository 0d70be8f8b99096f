// What a device keeps: what it was last told, what it has still to send, and the entry it is in the middle of.
// The first two are in IndexedDB, which survives a reload, a dead battery and a closed page; the last is small and is
// written at every tap.

const NAME = "arrowswitch-pad";
let opening;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("told");
      request.result.createObjectStore("queue", { keyPath: "number", autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function within(store, mode, work) {
  const open = await database();
  return new Promise((resolve, reject) => {
    const change = open.transaction(store, mode, { durability: "strict" });
    const request = work(change.objectStore(store));
    change.oncomplete = () => resolve(request?.result);
    change.onerror = change.onabort = () => reject(change.error);
  });
}

export const told = () => within("told", "readonly", (store) => store.get("view"));
export const keepTold = (view) => within("told", "readwrite", (store) => store.put(view, "view"));
export const queue = () => within("queue", "readonly", (store) => store.getAll());
export const add = (messages) => within("queue", "readwrite", (store) => { messages.forEach((message) => store.add(message)); });
export const change = (message) => within("queue", "readwrite", (store) => store.put(message));
export const remove = (numbers) => within("queue", "readwrite", (store) => { numbers.forEach((number) => store.delete(number)); });

const read = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
const write = (name, value) => { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window keeps nothing; entry goes on */ } };

export const draft = () => read("pad-draft");
export const keepDraft = (value) => write("pad-draft", value);
export const place = () => read("pad-place");
export const keepPlace = (value) => write("pad-place", value);
export const hand = () => read("pad-hand") ?? "right";
export const keepHand = (value) => write("pad-hand", value);

// Random enough for the whole world; plain http has no randomUUID.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
