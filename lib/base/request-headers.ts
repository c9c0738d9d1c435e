/**
 * The most characters that we read of each request header. Each is longer than any value that is valid or useful in
 * it, so a cut one is as wrong as the whole. Node takes 16 KB of headers in all.
 */
const MAX_HEADER_CHARS = {
  "accept-encoding": 200,
  "accept-language": 300,
  // An operator chooses the secrets of jobs and mail events.
  authorization: 4_000,
  "content-length": 20,
  "content-type": 200,
  // Several of our own, among others of the domain.
  cookie: 16_384,
  "idempotency-key": 300,
  "if-modified-since": 100,
  "if-none-match": 1_000,
  origin: 2_000,
  "scrip-consumer": 500,
  "scrip-shape": 10,
  "scrip-store": 100,
  "scrip-till": 100,
  "sec-fetch-site": 20,
  "user-agent": 500,
  "x-request-id": 200,
} as const;

export type RequestHeader = keyof typeof MAX_HEADER_CHARS;

/** A value of this header as headerOf() returns it. */
export const boundedHeader = (name: RequestHeader, value: string): string =>
  value.length > MAX_HEADER_CHARS[name] ? value.slice(0, MAX_HEADER_CHARS[name]) : value;

/** A request header, cut to the most that we read of it; null without the header. */
export function headerOf(headers: Pick<Headers, "get">, name: RequestHeader): string | null {
  const value = headers.get(name);
  return value === null ? null : boundedHeader(name, value);
}

const MAX_FORWARDED_ENTRIES = 50;
const MAX_FORWARDED_CHARS = 4_000;

/** The last entries of X-Forwarded-For, those of our own proxies at the end. */
export const forwardedFor = (headers: Pick<Headers, "get">): string[] =>
  (headers.get("x-forwarded-for") ?? "")
    .slice(-MAX_FORWARDED_CHARS)
    .split(",")
    .slice(-MAX_FORWARDED_ENTRIES)
    .map((one) => one.trim());

/** The value of a cookie; empty without it. */
export function cookieIn(headers: Pick<Headers, "get">, name: string): string {
  const start = `${name}=`;
  const cookies = headerOf(headers, "cookie")?.split(/; */) ?? [];
  return cookies.find((one) => one.startsWith(start))?.slice(start.length) ?? "";
}
