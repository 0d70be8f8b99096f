// Sending what was typed, and sending it again when the line is broken or the server is ill: the same command again does
// nothing twice.

const PAUSES = [0, 400, 1600]; // before it is sent, and sent again

// The last answer: where to go instead, what it told as JSON, or its page; null when the line stayed broken.
export async function answered(address, body, more = {}) {
  let answer = null;
  for (const wait of PAUSES) {
    await new Promise((done) => setTimeout(done, wait));
    const sent = fetch(address, { method: "POST", body, headers: { "HX-Request": "true" }, ...more });
    answer = await sent.then(read).catch(() => null);
    if (answer?.settled) break;
  }
  return answer;
}

async function read(response) {
  const kind = response.headers.get("Content-Type") ?? "";
  const told = kind.includes("json") ? await response.json() : null;
  return {
    settled: response.status < 500 || Boolean(told), // who tells why it cannot, has answered
    place: response.headers.get("HX-Redirect"),
    told,
    html: kind.startsWith("text/html") ? await response.text() : "",
  };
}
