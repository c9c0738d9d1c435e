import { expect, test, vi } from "vitest";
import type { Cell } from "@/lib/api/contract/portal/file-columns";
import type { Scope } from "@/lib/base/roles";
import { THROTTLES } from "@/lib/domain/limits/attempt-limits";
import { storeWithPeople } from "@/lib/testing/portal";
import { csvDownload } from "./download";

type Row = { name: string; cents?: Cell };
type Rows = () => AsyncIterable<Row[]>;

const file = (rows: Rows, scope: Scope | null = null) =>
  csvDownload<unknown, unknown, Row>({
    scope,
    name: "rows",
    columns: { Name: ({ name }) => name, Amount: ({ cents }) => cents ?? null },
    rows,
  });

const get = (rows: Rows) =>
  file(rows).GET(new Request("http://localhost/rows"), { params: Promise.resolve({}) });

const ROW = { name: "a", cents: 1 };

async function* endlessRows() {
  for (;;) yield [ROW];
}

async function* oneRow() {
  yield [ROW];
}

async function* failingRows() {
  yield [ROW];
  throw new Error("no");
}

async function* failing() {
  yield await Promise.reject(new Error("no"));
}

test("a download is CSV with a heading, no text of it is a formula for any separator, and a number stays one", async () => {
  const response = await get(async function* () {
    yield [{ name: "=HYPERLINK(1)", cents: 5 }];
    yield [{ name: 'a "b", c', cents: null }];
    yield [{ name: "-2+3", cents: { amountCents: -1_250, currency: "USD" } }];
    yield [{ name: "Ada;@SUM(1)", cents: null }];
    yield [{ name: "", cents: 7 }];
  });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain('filename="rows.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
  expect(bytes.subarray(3).toString()).toBe(
    [
      '"Name","Amount"',
      '"\'=HYPERLINK(1)",5',
      '"a ""b"", c",',
      '"\'-2+3",-12.50',
      '"Ada;\'@SUM(1)",',
      ",7",
      "",
    ].join("\r\n"),
  );
});

test("what fails before the first row is a refusal, what fails later breaks the download off", async () => {
  expect((await get(failing)).status).toBe(500);
  const late = await get(failingRows);
  expect(late.status).toBe(200);
  await expect(late.text()).rejects.toThrow();
});

test("a reader who leaves ends the reading", async () => {
  let ended = false;
  const response = await get(async function* () {
    try {
      yield* endlessRows();
    } finally {
      ended = true;
    }
  });
  await response.body?.cancel();
  await expect.poll(() => ended).toBe(true);
});

test("asked for its headers alone it reads no row, and nothing that reading does is done", async () => {
  let asked = false;
  const route = file(async function* () {
    asked = true;
    yield [];
  });
  const request = new Request("http://localhost/rows", { method: "HEAD" });
  const response = await route.HEAD(request, { params: Promise.resolve({}) });
  expect([response.status, response.body]).toEqual([200, null]);
  expect(response.headers.get("content-disposition")).toContain('filename="rows.csv"');
  expect(asked).toBe(false);
});

/** A new store, and a function that requests a file from it. Rows are produced only as they are read. */
async function openStore() {
  const { owner, join, merchantId } = await storeWithPeople();
  const manager = await join("manager");
  const get = (rows: Rows = endlessRows, { headers }: { headers: object } = owner) =>
    file(rows, "store:read").GET(
      new Request("http://localhost/rows", { headers: { ...headers, "Scrip-Store": merchantId } }),
      { params: Promise.resolve({}) },
    );
  return { get, manager };
}

test("a store has at most three downloads at once, of all its people: the fourth is a 429 that says when to retry", async () => {
  const [{ get, manager }, other] = [await openStore(), await openStore()];
  const open = [await get(), await get(), await get(endlessRows, manager)];
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const person of [undefined, manager]) {
    const refused = await get(endlessRows, person);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("15");
    expect(await refused.json()).toMatchObject({
      error: "rate_limited",
      message: "3 downloads of this store are in progress. Try again when one finishes.",
    });
  }
  const theirs = await other.get();
  expect(theirs.status).toBe(200);
  for (const { body } of [...open, theirs]) await body?.cancel();
});

test.each<[string, (get: Awaited<ReturnType<typeof openStore>>["get"]) => Promise<unknown>]>([
  ["was read to its end", async (get) => (await get(oneRow)).text()],
  ["broke off", async (get) => (await get(failingRows)).text().catch(() => {})],
  ["its reader left", async (get) => (await get()).body?.cancel()],
  ["was refused before its first row", async (get) => get(failing)],
])("a download that %s makes room for the next", async (_how, run) => {
  const { get } = await openStore();
  const open = [await get(), await get()];
  for (let n = 0; n < 3; n++) await run(get);
  // A reader sees the failure shortly before the slot is released, so retry.
  const next = await vi.waitFor(async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    return answer;
  }, 5_000);
  for (const { body } of [...open, next]) await body?.cancel();
});

test("one person takes so many downloads in ten minutes, and nobody else pays for it", async () => {
  const { get, manager } = await openStore();
  for (let n = 0; n < THROTTLES.download.max; n++) await (await get(oneRow)).text();
  const refused = await get(oneRow);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
  const theirs = await get(oneRow, manager);
  expect(theirs.status).toBe(200);
  await theirs.text();
});
