import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startHttps } from "@/e2e/support/https";
import { isSigned } from "@/e2e/support/receiver";
import { randomBy } from "@/lib/testing/random";
import { choicesBy } from "../choices";
import type { History } from "../history";
import type { FaultyReceiver, Mood } from "./parts";

type Options = { name: string; seed: number; history: History };

/** Responds, or doesn't. Returns the status that counts for the receiver; null for none. */
type Answer = (response: ServerResponse) => number | null | Promise<number | null>;

/** Scrip gives up after 10 s. */
const LATE_MS = 12_000;
const HUGE_BYTES = 8 * 1_024 * 1_024;
/** How long a flapping receiver refuses or accepts connections, from and to. */
const FLAP_MS = [200, 1_500] as const;

const withStatus =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end();
    return status;
  };

/** A status of success counts if it reached Scrip before the connection ended. */
const LIES: Answer[] = [
  async (response) => {
    await sleep(LATE_MS, null, { ref: false });
    return withStatus(200)(response);
  },
  (response) => {
    response.socket?.end("Thanks for your order!\r\n\r\n");
    return null;
  },
  (response) => {
    response.destroy();
    return null;
  },
  (response) => {
    response.writeHead(200, { "Content-Length": 1_000 });
    response.write("The rest", () => response.destroy());
    return 200;
  },
  (response) => {
    response.writeHead(200).end(Buffer.alloc(HUGE_BYTES, "x"));
    return 200;
  },
  withStatus(302),
];

/**
 * Starts a webhook endpoint with moods that `seed` repeats. It writes each request that it knows the secret of to the
 * history, and answers others with 401.
 */
export async function startReceiver({
  name,
  seed,
  history,
}: Options): Promise<FaultyReceiver & { port: number }> {
  const { random, pick } = choicesBy(randomBy(seed));
  const secrets = new Map<string, { secret: string; webhookId: string }>();
  let mood: Mood = "fine";
  let flaps: NodeJS.Timeout | undefined;

  const answer: Answer = (response) => {
    if (mood === "hanging") return null;
    if (mood === "failing") return withStatus(500)(response);
    const lie = mood === "lying" ? pick(LIES) : undefined;
    return (lie ?? withStatus(204))(response);
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const known = secrets.get(request.url ?? "");
    if (!known) return void response.writeHead(401).end();
    const { secret, webhookId } = known;
    const { headers } = request;
    history.write({
      kind: "delivered",
      receiver: name,
      webhookId,
      eventId: String(headers["webhook-id"]),
      body: JSON.parse(body),
      isSigned: isSigned(secret, { headers, body }),
      answered: await answer(response),
    });
  };
  const { port, refusing, stop } = await startHttps((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  const flap = (isRefusing: boolean) => {
    refusing(isRefusing);
    const [fromMs, toMs] = FLAP_MS;
    flaps = setTimeout(() => flap(!isRefusing), fromMs + random() * (toMs - fromMs));
  };
  const setMood = (next: Mood) => {
    mood = next;
    clearTimeout(flaps);
    if (mood === "flapping") flap(true);
    else refusing(false);
  };
  return {
    name,
    port,
    url: `https://localhost:${port}/${name}`,
    setMood,
    expectSecret: (path, secret, webhookId) => void secrets.set(path, { secret, webhookId }),
    stop: () => {
      clearTimeout(flaps);
      return stop();
    },
  };
}
