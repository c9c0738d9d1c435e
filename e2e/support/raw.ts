import { connect, type Socket } from "node:net";
import { POLL_TIMEOUT_MS } from "@/lib/testing/patience";

/** A response as received: header names in lower case, the body without its framing. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

type ParsedAnswer = { answer: RawAnswer; rest: string };

/** Parses the first complete response in the text, or returns null. With `head`, it has no body. */
function readAnswer(text: string, head: boolean, closed: boolean): ParsedAnswer | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const header of lines) {
    const colon = header.indexOf(":");
    const name = header.slice(0, colon).toLowerCase();
    const value = header.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const status = Number(line.split(" ")[1]);
  const after = text.slice(end + 4);
  // A 100 Continue is followed by the real response.
  if (status === 100) return readAnswer(after, head, closed);
  const done = (body: string, rest: string) => ({ answer: { status, headers, body }, rest });
  if (head || status === 204) return done("", after);
  if (headers["transfer-encoding"] === "chunked") return readChunks(after, done);
  const length = headers["content-length"];
  if (length === undefined) return closed ? done(after, "") : null;
  return after.length < Number(length)
    ? null
    : done(after.slice(0, Number(length)), after.slice(Number(length)));
}

function readChunks(
  text: string,
  done: (body: string, rest: string) => ParsedAnswer,
): ParsedAnswer | null {
  let body = "";
  for (let rest = text; ; ) {
    const line = rest.indexOf("\r\n");
    if (line === -1) return null;
    const size = Number.parseInt(rest.slice(0, line), 16);
    const next = line + 2 + size + 2;
    if (rest.length < next) return null;
    if (size === 0) return done(body, rest.slice(next));
    body += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(next);
  }
}

/** Opens a connection that sends bytes unchanged. Text is Latin-1: one character per byte. */
export async function openRaw(port: number) {
  const socket = connect({ port, host: "127.0.0.1" });
  let arrived = "";
  let closed = false;
  let notify: () => void = () => {};
  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    arrived += chunk.toString("latin1");
    notify();
  });
  for (const event of ["close", "error"] as const) {
    socket.on(event, () => {
      closed = true;
      notify();
    });
  }
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("error", reject);
  });
  const news = () => new Promise<void>((resolve) => (notify = resolve));

  return {
    socket: socket as Socket,
    write: (text: string) => socket.write(text, "latin1"),
    close: () => socket.destroy(),
    /** Resolves when the other side has closed. Returns the unread text. */
    ended: async () => {
      while (!closed) await news();
      return arrived;
    },
    /** Reads the next response. Null if the connection ends without one. */
    answer: async ({ head = false } = {}): Promise<RawAnswer | null> => {
      const deadline = setTimeout(() => socket.destroy(), POLL_TIMEOUT_MS);
      try {
        for (;;) {
          const read = readAnswer(arrived, head, closed);
          if (read) {
            arrived = read.rest;
            return read.answer;
          }
          if (closed) return null;
          await news();
        }
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}

/** Sends one raw request and returns its response. */
export async function sendRawRequest(port: number, request: string): Promise<RawAnswer | null> {
  const connection = await openRaw(port);
  connection.write(request);
  const answer = await connection.answer({ head: request.startsWith("HEAD ") });
  connection.close();
  return answer;
}
