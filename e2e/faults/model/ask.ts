import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_WAITS_MS, type History, isSuccess } from "../history";
import type { Instance } from "../system/parts";
import { type Response, send } from "./send";

/** What a client asks for. */
export type Request = {
  verb: string;
  /** GET without a body, POST with one, by default. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** JSON, or what makes it from the operation's reference `op-<n>`. */
  body?: object | ((reference: string) => object);
  /** Sent as a form instead, and not written to the history: it has a password. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  card?: string | null;
  /** `null` for a POST whose response the service doesn't keep. By default, a new key for each POST. */
  key?: string | null;
  /** Called after the first attempt without a response, before the next one. */
  onLost?: (key: string | null) => Promise<unknown>;
  /** Asks only once: the reply to an attempt without a definite answer has the status 0. */
  isOnce?: true;
};

/** The definite answer to operation `n`. `status` is 0 if the only attempt, or a run that ended long ago, has none. */
export type Reply = {
  n: number;
  key: string | null;
  status: number;
  body: Response["body"];
  /** As `name=value`. */
  cookies: string[];
};

type Options = {
  history: History;
  instances: Pick<Instance, "name" | "url">[];
  /** When the actors were asked to stop, by `performance.now()`; null before. */
  stoppedMs: () => number | null;
};

/** Who asks, and at which of the instances first. */
export type Caller = {
  actor: string;
  random: () => number;
  /** The number of its instance. */
  home: number;
  /** Where it asks now: it changes after an attempt that failed. */
  at: number;
  /** Asks only at its own instance, with this patience. */
  only?: { patienceMs: number; pauseMs: number };
};

/** How long after the end of a run an operation without an answer is given up. */
const GIVES_UP_AFTER_MS = 120_000;
/** A 429 with a longer pause is final: a daily quota is used up. */
const LONGEST_PAUSE_S = 60;
/** How likely an actor that changed to another instance returns to its own before an operation. */
const RETURN_CHANCE = 0.1;

/** Whether the operation was carried out. */
export const isDone = ({ status }: Reply): boolean => isSuccess(status);

type Verdict = { isDefinite: boolean; isFailure: boolean; pauseMs: number };

const shortPauseMs = (random: () => number) => 50 + random() * 250;

/** Whether the outcome is known, whether the instance failed, and how long the client waits before it tries again. */
function judge({ status, headers, body }: Response, random: () => number): Verdict {
  const short = shortPauseMs(random);
  if (status >= 500) return { isDefinite: false, isFailure: true, pauseMs: short };
  if (status === 409 && body?.error === "idempotency_in_progress")
    return { isDefinite: false, isFailure: false, pauseMs: short };
  const afterS = Number(headers["retry-after"] ?? 1);
  if (status === 429 && afterS <= LONGEST_PAUSE_S)
    return { isDefinite: false, isFailure: false, pauseMs: Math.min(1_000, afterS * 1_000) };
  return { isDefinite: true, isFailure: false, pauseMs: 0 };
}

const cookiesOf = ({ headers }: Response): string[] =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0] ?? "");

/** Makes the function with which actors ask for operations. It numbers them, and tries until the outcome is known. */
export function makeAsk({ history, instances, stoppedMs }: Options) {
  let last = 0;

  const givesUp = () => {
    const stopped = stoppedMs();
    return stopped !== null && performance.now() - stopped > GIVES_UP_AFTER_MS;
  };

  /** One attempt: null if it was lost. */
  async function attempt(caller: Caller, request: Request, prepared: Prepared, number: number) {
    const { n, key, body, method, headers, payload } = prepared;
    const instance = instances[caller.at % instances.length];
    if (!instance) throw new Error("There is no instance.");
    const { verb, path, card = null } = request;
    const line = { verb, method, path, card, body, key, instance: instance.name };
    history.write({ kind: "ask", n, attempt: number, actor: caller.actor, ...line });
    try {
      const timeoutMs = caller.only?.patienceMs ?? CLIENT_WAITS_MS;
      const url = instance.url + path;
      const response = await send({ method, url, headers, payload, timeoutMs });
      const { status, body } = response;
      history.write({ kind: "answer", n, attempt: number, status, body });
      return response;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      history.write({ kind: "lost", n, attempt: number, reason });
      return null;
    }
  }

  /** Asks until the outcome is known. An error response is a reply, too. */
  return async function ask(caller: Caller, request: Request): Promise<Reply> {
    last += 1;
    const prepared = prepare(request, last, caller.random);
    const { n, key } = prepared;
    if (caller.random() < RETURN_CHANCE) caller.at = caller.home;
    for (let number = 1; ; number++) {
      const response = await attempt(caller, request, prepared, number);
      const verdict = response ? judge(response, caller.random) : null;
      if (response && verdict?.isDefinite) {
        const { status, body } = response;
        return { n, key, status, body, cookies: cookiesOf(response) };
      }
      if (givesUp() || request.isOnce) return { n, key, status: 0, body: null, cookies: [] };
      if (!response && number === 1) await request.onLost?.(key);
      const pauseMs = caller.only?.pauseMs ?? verdict?.pauseMs ?? shortPauseMs(caller.random);
      await sleep(pauseMs);
      if (!caller.only && (verdict?.isFailure ?? true)) caller.at += 1;
    }
  };
}

export type Ask = ReturnType<typeof makeAsk>;

type Prepared = {
  n: number;
  key: string | null;
  method: string;
  body: unknown;
  headers: Record<string, string>;
  payload: string | undefined;
};

const newKey = (n: number, random: () => number): string =>
  `op-${n}-${Math.floor(random() * 2 ** 32).toString(16)}`;

/** What all attempts of an operation have in common. */
function prepare(
  { method, body, form, headers, key }: Request,
  n: number,
  random: () => number,
): Prepared {
  const content = typeof body === "function" ? body(`op-${n}`) : body;
  const verb = method ?? (content || form ? "POST" : "GET");
  const own = key === undefined && verb === "POST" ? newKey(n, random) : (key ?? null);
  const type = form ? "application/x-www-form-urlencoded" : content && "application/json";
  return {
    n,
    key: own,
    method: verb,
    body: content ?? null,
    headers: {
      ...headers,
      ...(type && { "Content-Type": type }),
      ...(own && { "Idempotency-Key": own }),
    },
    payload: form ? new URLSearchParams(form).toString() : content && JSON.stringify(content),
  };
}
