import { expect, test } from "vitest";
import { mayBeCode } from "@/components/portal/search/search-terms";
import { prettyJson } from "@/components/portal/webhooks/pretty-json";
import { parseJson } from "@/lib/api/kernel/body";
import { acceptedEncoding } from "@/lib/api/kernel/document";
import { mailboxOf, normaliseEmail } from "@/lib/base/email";
import { isRefusal } from "@/lib/base/errors";
import { CUSTOMER_LANGUAGES, pickLocale } from "@/lib/base/i18n/languages";
import { cleanScan } from "@/lib/base/scan";
import { guessColumns } from "@/lib/domain/batches/import/headings";
import { readFile } from "@/lib/domain/batches/import/read-file";
import { parseCode, parseStoreCode } from "@/lib/domain/cards/code";
import { parsePin } from "@/lib/domain/cards/pin";
import { safeName, safeNote } from "@/lib/domain/mail/user-text";
import { browserOf } from "@/lib/domain/people/user-agent";
import { slugOf } from "@/lib/domain/stores/create";
import { storeWithPeople } from "@/lib/testing/portal";
import { randomBy, SEED, scaled, shuffle } from "@/lib/testing/random";
import { anybody } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";

// Both times are of this process, so a slow machine changes both alike. What is linear takes 16 times as long, and what is
// quadratic 256 times: between them is room for the noise of a busy machine.
const SHORT_CHARS = 1_000;
const TIMES_AS_LONG = 16;
const MAX_GROWTH = TIMES_AS_LONG ** 1.5;
const MAX_TRIES = 3;
/** Shorter times are mostly the clock's. */
const MIN_MS = 0.2;

/** What repeats in inputs that are slow to read, and random pieces. */
const PIECES = [
  ..."( ) [ { \" ' \\ , ; : . - _ = @ / < % + 0 a \t".split(" "),
  " ",
  "\u00a0",
  "é",
  '\\"',
  "; ",
  ", ",
  "q=0;",
  "Version/1 ",
  "Mozilla/5.0 (",
  "a@",
  "a.",
  "--",
  "0.",
  "::1,",
  "[::",
  "Bearer ",
];

const randomPieces = (count: number): string[] => {
  const random = randomBy(SEED);
  const signs = [..." \t()[]{}<>\"'\\,;:.-_=@/%+*~!?#&|0aZ"];
  return Array.from({ length: count }, () => shuffle(random, signs).slice(0, 3).join(""));
};

/** How long one run takes, in milliseconds. Refusing is an answer, too. */
async function timeOf(run: () => unknown): Promise<number> {
  const startedMs = performance.now();
  try {
    await run();
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof Error)) throw error;
  }
  return performance.now() - startedMs;
}

/** How much longer a long text of this piece takes: the least of several tries, up to the first that is small enough. */
async function growthOf(piece: string, read: (text: string) => unknown): Promise<number> {
  const textOf = (chars: number) => piece.repeat(chars / piece.length);
  const [short, long] = [textOf(SHORT_CHARS), textOf(SHORT_CHARS * TIMES_AS_LONG)];
  let least = Infinity;
  for (let tries = 0; tries < MAX_TRIES && least > MAX_GROWTH; tries++) {
    const shortMs = Math.max(MIN_MS, await timeOf(() => read(short)));
    least = Math.min(least, (await timeOf(() => read(long))) / shortMs);
  }
  return least;
}

/** The pieces with which reading a text takes time that grows faster than its length, and that growth. */
async function fasterThanLength(read: (text: string) => unknown): Promise<string[]> {
  const found: string[] = [];
  for (const piece of [...PIECES, ...randomPieces(scaled(2))]) {
    const growth = await growthOf(piece, read);
    if (growth > MAX_GROWTH) found.push(`${JSON.stringify(piece)}: ${Math.round(growth)}`);
  }
  return found;
}

const READERS: Record<string, (text: string) => unknown> = {
  "a heading": (text) => guessColumns([text, `a${text}`, `code (${text}`], [[text]]),
  "a file": (text) => readFile(`code,balance,${text}\n${text},5,x`),
  "Accept-Language": (text) => {
    const languages = CUSTOMER_LANGUAGES;
    return [text, `de${text}x`].map((accepted) =>
      pickLocale({ accepted, chosen: null, languages }),
    );
  },
  "Accept-Encoding": (text) => acceptedEncoding(`br${text}`),
  "User-Agent": browserOf,
  JSON: (text) => parseJson(`{"a":"${text}"}`),
  "JSON that never ends": (text) => parseJson(`{"a":"${text}`),
  "JSON to show": (text) => prettyJson(JSON.stringify({ text })),
  "an email": (text) => [
    normaliseEmail(`${text}@example.com`),
    mailboxOf(`a${text}\n@example.com`),
  ],
  "a code": (text) => [parseCode(text), parseStoreCode(`A${text}B`), parsePin(text)],
  "a scan": (text) => cleanScan(`%${text}?`, "P"),
  "a search term": mayBeCode,
  "a store's name": (text) => slugOf(`a${text}b`),
  "a name in an email": (text) => [safeName(`a${text}b`), safeNote(text)],
};

test.each(Object.entries(READERS))(
  "reading %s takes no longer per character when it is long",
  async (_, read) => expect(await fasterThanLength(read), `TEST_SEED=${SEED}`).toEqual([]),
);

const HEADERS = [
  "Accept-Language",
  "User-Agent",
  "X-Forwarded-For",
  "Authorization",
  "Cookie",
  "Idempotency-Key",
  "Origin",
  "If-None-Match",
  "Accept-Encoding",
  "Traceparent",
  "X-Request-Id",
  "Scrip-Consumer",
  "Scrip-Shape",
  "Scrip-Store",
  "Scrip-Till",
  "Sec-Fetch-Site",
  "Content-Type",
];

/** The values of a header that a Request accepts. */
const headerText = (text: string) => text.replaceAll(/[^\t\x20-\xff]/g, "x");

test.each(HEADERS)("no request is slower per character with a long %s", async (name) => {
  const { owner, ctx } = await storeWithPeople();
  const key = await callerWithKey(ctx());
  /** The caller's headers, with this one after what it has already. */
  const withHeader = (own: Record<string, string>, text: string) => {
    const headers = new Headers(own);
    const before = headers.get(name);
    headers.set(name, headerText(before === null ? `a${text}` : `${before}; ${text}`));
    return { headers: Object.fromEntries(headers) };
  };
  const read = async (text: string) => {
    await anybody.get("/me", {}, withHeader(owner.headers, text));
    await anybody.get("/api/v1/cards", { limit: "1" }, withHeader(key.headers, text));
    await anybody.post("/api/v1/cards", { currency: "USD" }, withHeader(key.headers, text));
    await anybody.post("/api/wallet/sign-out", {}, withHeader({}, text));
  };
  expect(await fasterThanLength(read), `TEST_SEED=${SEED}`).toEqual([]);
});

test("no request is slower per character with a long name, code, email or search term", async () => {
  const { owner, ctx } = await storeWithPeople();
  const api = await callerWithKey(ctx());
  const read = async (text: string) => {
    await api.post("/cards/lookup", { code: text });
    await api.post("/cards", { currency: "USD", [text]: text });
    await api.get("/transactions", { referenceId: text });
    await owner.post("/search", { term: text });
    await owner.get("/cards", { search: text });
    await owner.post("/team/invitations", { email: `${text}@example.com`, role: "viewer" });
    await owner.post("/cashiers", { name: text, pin: text });
    await owner.get("/customers", { search: text });
  };
  expect(await fasterThanLength(read), `TEST_SEED=${SEED}`).toEqual([]);
});
