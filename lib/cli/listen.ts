import { createHmac } from "node:crypto";
import { ATTEMPT_TIMEOUT_MS } from "@/lib/domain/webhooks/delivery-policy";
import { errorMessage } from "@/lib/domain/webhooks/error-message";
import { requestHeaders, secretOf } from "@/lib/domain/webhooks/signature";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import { type Api, ApiError, apiOf, CONNECTION_FLAGS, connectionOf, httpUrl, pause } from "./api";
import { command, listOf } from "./command";

const WAIT_SECONDS = 25;
const RETRY_AFTER_MS = 1_000;
const MAX_EXCERPT_CHARS = 1_000;

type TestEvent = { id: string; event: string; body: string };
type Page = { events: TestEvent[]; cursor: string };

type Options = {
  /** Where events are sent; they are only printed without it. */
  forward: string | undefined;
  secret: string;
  /** The events to forward; all if empty. */
  events: readonly string[];
  json: boolean;
  verbose: boolean;
};

export const listen = command({
  summary: "Forwards a test store's events to your own machine, signed like webhooks",
  details:
    "Needs a test key with the scope webhooks:write, but no webhook, tunnel or certificate. Each event is sent once, in order: failed requests aren't retried. The signing secret is derived from the key, so it stays the same. If the connection is lost, events are sent when it's back. Press Ctrl-C to stop.",
  flags: {
    forward: {
      value: "URL",
      about: "Sends each event to this URL. Without it, events are only printed.",
    },
    events: { value: "EVENT,…", about: `Some of ${SUBSCRIBABLE_EVENTS.join(", ")}. Default: all.` },
    verbose: { about: "Also prints each event's body and the start of the response." },
    ...CONNECTION_FLAGS,
  },
  examples: [
    "--forward http://localhost:4000/webhooks/scrip",
    "--forward http://localhost:4000/hook --events card.activated,card.debited",
    "--url https://scrip.example.com --key scrip_test_… --json",
  ],
  needs: "nothing",
  prepare: ({ forward, events, verbose = false, json = false, ...flags }) => {
    const options = {
      forward: forward === undefined ? undefined : httpUrl("forward", forward),
      events: events ? listOf("events", events, SUBSCRIBABLE_EVENTS, "an event") : [],
      json,
      verbose,
    };
    const connection = connectionOf(flags);
    return () =>
      forwardEvents(apiOf(connection), { ...options, secret: listenSecretOf(connection.key) });
  },
});

/** The signing secret for a key: always the same, and useless to anyone who wants the key. */
const listenSecretOf = (key: string): string =>
  secretOf(createHmac("sha256", key).update("scrip listen").digest());

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const warn = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function forwardEvents(api: Api, options: Options): Promise<undefined> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const { store } = await api.get<{ store: { name: string } }>("/me");
  let { cursor } = await api.get<Page>("/test/events");
  printStart(api.url, store.name, options);
  while (!stop.signal.aborted) {
    const sentAtMs = performance.now();
    const page = await nextPage(api, cursor, stop.signal);
    for (const event of page?.events ?? []) await forwardEvent(event, options, stop.signal);
    cursor = page?.cursor ?? cursor;
    // The server ends a wait early when it is about to stop.
    const isEarly = performance.now() - sentAtMs < RETRY_AFTER_MS;
    if (page?.events.length === 0 && isEarly) await pause(RETRY_AFTER_MS, stop.signal);
  }
  if (!options.json) print("Stopped.");
}

function printStart(url: string, store: string, { secret, forward, json }: Options): void {
  if (json) {
    print(JSON.stringify({ listening: { url, store, forward, secret } }));
    return;
  }
  print(`Listening to ${store} at ${url}.`);
  if (forward) print(`Forwarding to ${forward}. Signing secret: ${secret}`);
  print("Press Ctrl-C to stop.\n");
}

/** Waits for the next events as long as it takes, even while the server is down. Null if stopped. */
async function nextPage(api: Api, cursor: string, signal: AbortSignal): Promise<Page | null> {
  const path = `/test/events?${new URLSearchParams({ after: cursor, waitSeconds: `${WAIT_SECONDS}` })}`;
  for (let failed = false; !signal.aborted; failed = true) {
    try {
      const page = await api.get<Page>(path, signal);
      if (failed) warn("Reconnected.");
      return page;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ApiError && error.isTemporary)) throw error;
      if (!failed) warn(`${error.message} Trying again every second.`);
      await pause(RETRY_AFTER_MS, signal);
    }
  }
  return null;
}

type Sent = { httpStatus: number | null; error: string | null; response: string; ms: number };

async function forwardEvent(
  event: TestEvent,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const { events, forward } = options;
  if (signal.aborted || (events.length > 0 && !events.includes(event.event))) return;
  const sent = forward === undefined ? null : await send(forward, event, options.secret, signal);
  if (!signal.aborted) printEvent(event, sent, options);
}

/** Sends an event once, like the first attempt of a webhook. */
async function send(
  url: string,
  { id, body }: TestEvent,
  secret: string,
  stop: AbortSignal,
): Promise<Sent> {
  const startedAtMs = performance.now();
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const tookMs = () => Math.round(performance.now() - startedAtMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: requestHeaders([secret], id, body),
      body,
      redirect: "manual",
      signal: AbortSignal.any([stop, timeout]),
    });
    const ms = tookMs();
    const text = await response.text().catch(() => "");
    const error = response.ok ? null : "Not a 2xx status.";
    const excerpt = text.slice(0, MAX_EXCERPT_CHARS);
    return { httpStatus: response.status, error, response: excerpt, ms };
  } catch (error) {
    const message = errorMessage(error, timeout.aborted);
    return { httpStatus: null, error: message, response: "", ms: tookMs() };
  }
}

function printEvent({ event, body }: TestEvent, sent: Sent | null, options: Options): void {
  const parsed = JSON.parse(body);
  const at = new Date();
  if (options.json) {
    print(JSON.stringify({ at, event, ...sent, body: parsed }));
    return;
  }
  const time = at.toTimeString().slice(0, "12:00:00".length);
  const line = [time, event.padEnd("card.balance_changed".length), parsed.data.cardUuid];
  if (sent) line.push(outcomeOf(sent), `${sent.ms} ms`);
  print(line.join("  "));
  if (!options.verbose) return;
  for (const text of [body, sent?.response]) if (text) print(`          ${text}`);
}

const outcomeOf = ({ httpStatus, error }: Sent): string =>
  httpStatus === null ? `failed: ${error}` : `${httpStatus}${error ? " failed" : ""}`;
