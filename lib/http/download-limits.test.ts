import { expect, test, vi } from "vitest";
import { storeWithPeople } from "@/lib/testing/portal";
import { THROTTLES } from "../throttle/attempt-limits";
import { download } from "./download";

type Row = { name: string };

/** A new store, and a function that requests a file from it. Rows are produced only as they are read. */
async function openStore() {
  const { owner, join, merchantId } = await storeWithPeople();
  const manager = await join("manager");
  const get = (
    rows: () => AsyncIterable<Row[]> = endless,
    { headers }: { headers: Record<string, string> } = owner,
  ) =>
    download<unknown, unknown, Row>({
      summary: "A file.",
      scope: "store:read",
      refuses: ["rate_limited"],
      name: "rows",
      columns: { Name: ({ name }) => name },
      rows,
    })(
      new Request("http://localhost/rows", { headers: { ...headers, "Scrip-Store": merchantId } }),
      { params: Promise.resolve({}) },
    );
  return { get, manager };
}

async function* endless() {
  for (;;) yield [{ name: "a" }];
}

async function* one() {
  yield [{ name: "a" }];
}

async function* broken() {
  yield [{ name: "a" }];
  throw new Error("no");
}

test("a store has three downloads under way at once, whoever takes them: the fourth is a 429 that tells when to retry", async () => {
  const [{ get, manager }, other] = [await openStore(), await openStore()];
  const open = [await get(), await get(), await get(endless, manager)];
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const person of [undefined, manager]) {
    const refused = await get(endless, person);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("15");
    expect(await refused.json()).toMatchObject({
      error: "rate_limited",
      message: "3 downloads of this store are under way; retry when one has ended.",
    });
  }
  const theirs = await other.get();
  expect(theirs.status).toBe(200);
  for (const { body } of [...open, theirs]) await body?.cancel();
});

test.each<[string, (get: Awaited<ReturnType<typeof openStore>>["get"]) => Promise<unknown>]>([
  ["was read to its end", async (get) => (await get(one)).text()],
  ["broke off", async (get) => (await get(broken)).text().catch(() => {})],
  ["its reader left", async (get) => (await get()).body?.cancel()],
  [
    "was refused before its first row",
    (get) =>
      get(async function* () {
        yield await Promise.reject(new Error("no"));
      }),
  ],
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
  for (let n = 0; n < THROTTLES.download.max; n++) await (await get(one)).text();
  const refused = await get(one);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
  const theirs = await get(one, manager);
  expect(theirs.status).toBe(200);
  await theirs.text();
});
