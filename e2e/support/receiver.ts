import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { startHttps } from "./https";

export type Received = { headers: IncomingHttpHeaders; body: string; atMs: number };

type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  received: Received,
) => void;

const respondOk: RequestHandler = (_request, response) => response.writeHead(204).end();

/** The spec's signature check for receivers: the hex HMAC of the raw body, in constant time. */
export function isSigned(
  secret: string,
  { headers, body }: Pick<Received, "headers" | "body">,
): boolean {
  const expected = createHmac("sha256", secret).update(body).digest("hex");
  const given = String(headers["x-service-signature"]);
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

/** Starts an HTTPS server on loopback that records requests and responds as the test chooses. */
export async function startReceiver(answer: RequestHandler = respondOk) {
  const received: Received[] = [];
  const underWay = new Set<string>();
  let overlaps = 0;
  const state = { answer };
  const { port, stop } = await startHttps((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const id = String(request.headers["webhook-id"]);
      if (underWay.has(id)) overlaps++;
      underWay.add(id);
      response.once("close", () => underWay.delete(id));
      const one = { headers: request.headers, body, atMs: Date.now() };
      received.push(one);
      state.answer(request, response, one);
    });
  });
  return {
    url: `https://localhost:${port}/hook`,
    received,
    /** Attempts of one delivery that ran at the same time. */
    overlaps: () => overlaps,
    /** Sets the response from now on. */
    answers: (next: RequestHandler) => {
      state.answer = next;
    },
    status: (status: number) => {
      state.answer = (_request, response) => response.writeHead(status).end();
    },
    stop,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
