import { setTimeout as sleep } from "node:timers/promises";
import { loadEnvFiles } from "@/lib/base/config/env-files";
import { errorMessage } from "@/lib/domain/webhooks/error-message";
import { UsageError } from "./command";

export const CONNECTION_FLAGS = {
  key: { value: "KEY", about: "A test key. Default: SCRIP_KEY." },
  url: {
    value: "URL",
    about: "Where Scrip runs. Default: SCRIP_URL, else APP_URL, else http://localhost:3000.",
  },
} as const;

const TEST_PREFIX = "scrip_test_";
const LIVE_PREFIX = "scrip_live_";
const HOW_TO_CREATE =
  "Switch to test mode in the store menu, and create a key under Settings → API keys.";

type Connection = { key: string; url: string };

/** The key and the URL without a trailing slash, from flags or the environment. Throws a UsageError. */
export function connectionOf(
  flags: { [Name in keyof Connection]: string | undefined },
): Connection {
  loadEnvFiles();
  const { SCRIP_KEY, SCRIP_URL, APP_URL } = process.env;
  const key = flags.key ?? SCRIP_KEY?.trim();
  if (!key) throw new UsageError("--key is required, or set SCRIP_KEY to a test key");
  if (key.startsWith(LIVE_PREFIX)) {
    throw new UsageError(`This is a live key. Use a test key. ${HOW_TO_CREATE}`);
  }
  if (!key.startsWith(TEST_PREFIX)) {
    throw new UsageError(`This isn't a test key: it doesn't start with ${TEST_PREFIX}`);
  }
  const url = flags.url ?? (SCRIP_URL?.trim() || APP_URL?.trim() || "http://localhost:3000");
  return { key, url: httpUrl("url", url).replace(/(?<!\/)\/+$/, "") };
}

/** The value of a flag that must be an HTTP or HTTPS URL. Throws a UsageError. */
export function httpUrl(flag: string, value: string): string {
  const isHttp = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (isHttp) return value;
  throw new UsageError(`--${flag} must be a URL that starts with http:// or https://`);
}

/** A request that failed. `isTemporary`: the same request can succeed later. */
export class ApiError extends Error {
  readonly code: string;
  readonly isTemporary: boolean;

  constructor(code: string, message: string, isTemporary: boolean) {
    super(message);
    this.code = code;
    this.isTemporary = isTemporary;
  }
}

type Call = { body?: object; signal?: AbortSignal };

/** How long a response can take. Longer than a request for events waits. */
const TIMEOUT_MS = 60_000;

export type Api = ReturnType<typeof apiOf>;

/** Requests to the API, in shape A. They throw an ApiError. */
export function apiOf({ key, url }: Connection) {
  async function call<T>(method: string, path: string, { body, signal }: Call = {}): Promise<T> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { Authorization: `Bearer ${key}`, "Scrip-Shape": "A" };
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: body ? { ...headers, "Content-Type": "application/json" } : headers,
        body: body ? JSON.stringify(body) : null,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const reply = parseJson(await response.text());
      if (response.ok && reply) return reply;
      throw refusalOf(url, path, response, reply);
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      const reason = errorMessage(error, false);
      throw new ApiError("unreachable", `Can't reach Scrip at ${url}. ${reason}`, true);
    }
  }
  return {
    url,
    get: <T>(path: string, signal?: AbortSignal) => call<T>("GET", path, signal && { signal }),
    post: <T>(path: string, body: object) => call<T>("POST", path, { body }),
  };
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type ErrorBody = { error?: string; message?: string; requestId?: string };

/** What is wrong, and what to do about it. */
function refusalOf(url: string, path: string, { status, headers }: Response, body: ErrorBody) {
  const isTemporary = status === 429 || status >= 500;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location) {
    return new ApiError("redirected", `${url} redirects to ${location}. Set --url to it.`, false);
  }
  if (!body?.error) {
    const message = `${url} doesn't respond like Scrip (status ${status}). Check --url.`;
    return new ApiError("not_scrip", message, isTemporary);
  }
  if (status === 401) {
    const message = `${url} doesn't accept the API key. It's wrong, revoked or expired, or it belongs to another instance.`;
    return new ApiError(body.error, message, false);
  }
  if (status === 404 && path.startsWith("/test/events")) {
    const message = `The Scrip at ${url} is older than this command. Update it to use scrip listen.`;
    return new ApiError("not_supported", message, false);
  }
  const request = isTemporary && body.requestId ? ` (${body.requestId})` : "";
  return new ApiError(body.error, `${body.message}${request}`, isTemporary);
}

/** Waits, or until the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
