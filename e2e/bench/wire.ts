import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Where an answer ends in what has been received, or null while it has not all come. */
function endOf(text: string): number | null {
  const head = text.indexOf(END_OF_HEAD);
  if (head < 0) return null;
  const body = head + END_OF_HEAD.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head));
  if (length) return text.length >= body + Number(length[1]) ? body + Number(length[1]) : null;
  // In chunks. The blank line before the body may be the one before the last chunk, of no bytes.
  const last = text.indexOf(LAST_CHUNK, head + 2);
  return last < 0 ? null : last + LAST_CHUNK.length;
}

/**
 * A kept-alive connection for one request after the other, cheaper than a client that knows all of
 * HTTP: what generates the load has to leave the two cores to what is measured.
 */
export class Wire {
  #socket: Socket;
  #text = "";
  #answered: ((status: number) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    // Byte for byte, so that lengths of bytes are lengths of text.
    socket.setEncoding("latin1").setNoDelay(true);
    socket.on("data", (chunk: string) => this.#take(chunk));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("the connection was closed")));
  }

  static open(port: number): Promise<Wire> {
    return new Promise((settle, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => settle(new Wire(socket)));
      socket.once("error", reject);
    });
  }

  /** Sends a request and gives the status of its answer, once all of it is here. */
  send(request: string): Promise<number> {
    return new Promise((settle, reject) => {
      this.#answered = settle;
      this.#failed = reject;
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#text += chunk;
    const end = endOf(this.#text);
    if (end === null) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = this.#text.slice(end);
    this.#answered?.(status);
  }
}
