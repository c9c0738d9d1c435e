import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

type HttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
  /** After this time the client hangs up. */
  timeoutMs: number;
};

/** A complete response. `body` is parsed JSON, the text if it isn't JSON, or null if there is none. */
export type Response = {
  status: number;
  headers: IncomingMessage["headers"];
  body: ReturnType<typeof JSON.parse>;
};

const agent = new Agent({ keepAlive: true });

/** Ends the connections that are kept alive, and requests under way. */
export const hangUp = () => agent.destroy();

const codeOf = (error: Error & { code?: string }) => new Error(error.code ?? error.message);

function parseBody(text: string): Response["body"] {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 500);
  }
}

function read(
  response: IncomingMessage,
  settle: (response: Response) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  response.on("error", (error) => fail(codeOf(error)));
  response.on("close", () => fail(new Error("the response was cut")));
  response.on("end", () => {
    if (!response.complete) return fail(new Error("the response was cut"));
    const body = parseBody(Buffer.concat(chunks).toString());
    settle({ status: response.statusCode ?? 0, headers: response.headers, body });
  });
}

/**
 * Sends a request on a connection that is kept alive, and reads the whole response.
 * Throws an error whose message is the error's code, if there is none: the client can't know what happened.
 */
export function send({ method, url, headers, payload, timeoutMs }: HttpRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    let sent: ClientRequest | null = null;
    const timer = setTimeout(
      () => sent?.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    const settle = (response: Response) => {
      clearTimeout(timer);
      resolve(response);
    };
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const length: Record<string, string> =
      payload === undefined ? {} : { "Content-Length": String(Buffer.byteLength(payload)) };
    sent = request(url, { method, agent, headers: { ...headers, ...length } });
    sent.on("error", (error) => fail(codeOf(error)));
    sent.on("response", (response) => read(response, settle, fail));
    sent.end(payload);
  });
}
