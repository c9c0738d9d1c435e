import { expect } from "vitest";
import { type ApiClient, makeActiveCard } from "@/e2e/support/client";
import { expectEach } from "@/lib/testing/api/each";
import { expectInvalid, expectStatus } from "@/lib/testing/api/expectations";
import { nextCursorOf, SHAPES, type Shape } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { test } from "@/lib/testing/api/test";

type ListCase = { list: "cards" | "transactions"; id: "uuid" | "id" };

const LISTS: ListCase[] = [
  { list: "cards", id: "uuid" },
  { list: "transactions", id: "id" },
];
const LISTS_IN_SHAPES = LISTS.flatMap((one) =>
  SHAPES.map((shape) => ({ name: `/${one.list} (Shape ${shape})`, ...one, shape })),
);

/** Creates active cards, each with one transaction. */
async function makeActiveCards(till: ApiClient, cards: number): Promise<void> {
  await Promise.all(Array.from({ length: cards }, () => makeActiveCard(till)));
}

/** Follows the cursors to the last page, calling `between` after each page. */
async function readAllPages(
  till: ApiClient,
  { list, id, shape }: ListCase & { shape: Shape },
  between = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page = await till.get(`/${list}?limit=2${after}`);
    expectStatus(page, 200);
    expect(page.body.offset).toBe(0);
    seen.push(...page.body[list].map((row: Record<string, string>) => row[id]));
    cursor = nextCursorOf(shape, page.body);
    await between();
  } while (cursor !== null && seen.length < 100);
  return seen;
}

test("a list has 20 rows by default, and the rest by offset", async ({ api, tills }) => {
  await makeActiveCards(api, 23);
  for (const { list, shape } of LISTS_IN_SHAPES) {
    const page = async (query: string) => (await tills[shape].get(`/${list}${query}`)).body;

    const all = (await page("?limit=100"))[list];
    expect(all).toHaveLength(23);
    expect(await page("")).toMatchObject({ [list]: all.slice(0, 20), limit: 20, offset: 0 });
    expect(await page("?offset=20")).toMatchObject({ [list]: all.slice(20), offset: 20 });
    expect(await page("?limit=3&offset=4")).toMatchObject({
      [list]: all.slice(4, 7),
      total: 23,
      limit: 3,
      offset: 4,
    });
    expect(await page("?offset=23")).toMatchObject({ [list]: [], total: 23, offset: 23 });
    expect(nextCursorOf(shape, await page("?limit=23"))).toBeNull();
    expect(nextCursorOf(shape, await page("?limit=22"))).not.toBeNull();
    expect(await page("?limit=1")).toMatchObject({ [list]: all.slice(0, 1), limit: 1 });
  }
});

test("cursors visit every row of a list once, also when rows are added, under each shape", async () => {
  await expectEach(LISTS_IN_SHAPES, async ({ list, id, shape }) => {
    const { tills } = await openStore();
    await makeActiveCards(tills.A, 5);
    const before = (await tills[shape].get(`/${list}`)).body[list];

    const seen = await readAllPages(tills[shape], { list, id, shape }, () =>
      makeActiveCards(tills.A, 1),
    );

    expect(seen).toEqual(before.map((row: Record<string, string>) => row[id]));
  });
});

test("a list refuses what is out of bounds or not as described, by its name", async ({ api }) => {
  const inBoth: [name: string, values: string[]][] = [
    ["limit", ["0", "101", "-1", "1.5", "1e1", "0x10", "ten", "", "%205", "9".repeat(400)]],
    ["offset", ["-1", "1.5", "ten", "", "NaN", "9007199254740992", "9".repeat(400)]],
    ["cursor", ["", "x", "%00", "a".repeat(38), "a".repeat(201), "%F0%9F%92%A5"]],
    ...["limit", "offset", "cursor"].map((name): [string, string[]] => [name, [`1&${name}=1`]]),
    ["page", ["2"]],
    ["toString", ["2"]],
  ];
  const wrong: Record<string, [name: string, values: string[]][]> = {
    "/cards": [
      ...inBoth,
      ["cardType", ["plastic"]],
      ["ownerEmail", ["nobody"]],
      ["batchId", ["7"]],
      ["status", [""]],
    ],
    "/transactions": [
      ...inBoth,
      ["cardUuid", ["7"]],
      ["type", ["refund"]],
      ["status", ["done"]],
      ["from", ["yesterday", "2026-01-01", "2026-02-30T00:00:00Z"]],
      ["to", ["2026-01-01T00:00:00"]],
      ["referenceId", ["x".repeat(256), "%00"]],
    ],
  };
  for (const [path, filters] of Object.entries(wrong)) {
    for (const [name, values] of filters) {
      for (const value of values) expectInvalid(await api.get(`${path}?${name}=${value}`), name);
    }
  }
});

test("a cursor holds for its own list, filters and store alone", async ({ api }) => {
  const otherTill = (await openStore()).tills.A;
  await Promise.all([makeActiveCards(api, 3), makeActiveCards(otherTill, 3)]);
  for (const { list } of LISTS) {
    const { nextCursor } = (await api.get(`/${list}?limit=2`)).body;
    const foreign = (await otherTill.get(`/${list}?limit=2`)).body.nextCursor;
    const another = list === "cards" ? "transactions" : "cards";
    const changed = (nextCursor.startsWith("A") ? "B" : "A") + nextCursor.slice(1);

    for (const path of [
      `/${list}?cursor=${foreign}`,
      `/${list}?cursor=${changed}`,
      `/${list}?cursor=${nextCursor}=`,
      `/${another}?cursor=${nextCursor}`,
      `/${list}?status=${list === "cards" ? "active" : "completed"}&cursor=${nextCursor}`,
      `/${list}?offset=0&cursor=${nextCursor}`,
      `/${list}?offset=2&cursor=${nextCursor}`,
    ]) {
      expectInvalid(await api.get(path), "cursor");
    }
    // The page size is not a filter, so it may change between pages.
    const rest = await api.get(`/${list}?limit=50&cursor=${nextCursor}`);
    expect(rest.body[list]).toHaveLength(1);
  }
});

test("a card's own transactions page by its sequence", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 100 });
  for (let cents = 1; cents <= 4; cents++) {
    await api.post(`/cards/${uuid}/debit`, { amountCents: cents });
  }
  const first = (await api.get(`/transactions?cardUuid=${uuid}&limit=3`)).body;
  const rest = (await api.get(`/transactions?cardUuid=${uuid}&limit=3&cursor=${first.nextCursor}`))
    .body;
  const sequences = [...first.transactions, ...rest.transactions].map(({ sequence }) => sequence);
  expect(sequences).toEqual([5, 4, 3, 2, 1]);
  expect([first.total, rest.total, rest.nextCursor]).toEqual([5, 5, null]);
});
