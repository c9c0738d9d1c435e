import { expect } from "@playwright/test";
import fc from "fast-check";
import type { Answer } from "../support/client";
import { send } from "../support/client";
import { type Card, callOf, everyId, pathOf, perform } from "./support/calls";
import { operations, propertiesOf } from "./support/operations";
import { SHAPES } from "./support/shapes";
import { test } from "./support/test";

// Set it to run again what failed: TEST_SEED=… with the seed that the failure names.
const seed = Number(process.env.TEST_SEED ?? Date.now() & 0x7fffffff);
const RUNS = 40;

const hostile = fc.constantFrom<unknown>(
  null,
  true,
  "",
  "5",
  "\0",
  "\ud800",
  "__proto__",
  "x".repeat(600),
  0,
  -1,
  1,
  5.5,
  2 ** 53,
  -(2 ** 53),
  1e308,
  [],
  {},
  [[[[]]]],
  { $gt: 0 },
);
const anything = fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }));
const fieldName = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom("__proto__", "constructor", "balanceCents", "status", "uuid", "merchantId"),
);

/** A valid body with fields replaced, added and left out. */
const mutationsOf = (valid: Record<string, unknown>) => {
  const names = Object.keys(valid);
  const change = fc.record({
    name: names.length > 0 ? fc.oneof(fc.constantFrom(...names), fieldName) : fieldName,
    value: fc.option(anything, { nil: undefined }),
  });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const fields = new Map(Object.entries(valid));
    for (const { name, value } of changes) {
      if (value === undefined) fields.delete(name);
      else fields.set(name, value);
    }
    return Object.fromEntries(fields);
  });
};

/** A refusal says what is wrong and, for a malformed request, where. Nothing is ever our fault. */
function expectSensible(answer: Answer): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.body, answer.text).toMatchObject({
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/./),
    requestId: expect.stringMatching(/^req_/),
  });
  if (answer.body.error !== "invalid_request") return;
  const fields: unknown[] = answer.body.fields;
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    expect(field).toEqual({
      path: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    });
  }
}

const check = <T>(property: fc.IAsyncProperty<T>) => fc.assert(property, { seed, numRuns: RUNS });

type Ask = (body: unknown) => Promise<Answer>;

/** What asks with a body, and expects that a refusal leaves the balance as it was. */
async function watchingBalance(ask: Ask, balance: () => Promise<number>) {
  let before = await balance();
  return async (body: unknown): Promise<void> => {
    const answer = await ask(body);
    const after = await balance();
    expectSensible(answer);
    if (answer.status >= 400) expect(after).toBe(before);
    before = after;
  };
}

test.beforeEach(() => {
  test.info().annotations.push({ type: "seed", description: String(seed) });
});

for (const operation of operations.filter(({ spec }) => spec.body)) {
  for (const shape of SHAPES) {
    const title = `${operation.name} survives any body, and refuses without a trace (Shape ${shape})`;
    test(title, async ({ activeCard, balanceOf, cardFor, merchant }) => {
      const card: Card = await cardFor(operation);
      const watched = card.code === "no card" ? await activeCard({ amountCents: 1_000 }) : card;
      const key = shape === "A" ? merchant.keyA : merchant.keyB;
      const valid = callOf(operation).body?.(card) ?? {};
      const ask: Ask = (body) => perform(operation, card, { key, body });
      const balance = () => balanceOf(watched.uuid);

      const askWatched = await watchingBalance(ask, balance);
      await check(fc.asyncProperty(anything, askWatched));
      await check(fc.asyncProperty(mutationsOf(valid), askWatched));
    });
  }
}

for (const operation of operations.filter(({ method }) => method === "GET")) {
  test(`${operation.name} survives any query and any id`, async ({ cardFor, merchant }) => {
    const card = await cardFor(operation);
    const headers = { Authorization: `Bearer ${merchant.keyA}` };
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("\0", "1"));
    const name = fc.oneof(
      fc.constantFrom("limit", ...propertiesOf(operation.spec.query)),
      fc.string({ maxLength: 10 }),
    );
    const query = fc.array(fc.tuple(name, text), { maxLength: 3 });
    // A URL's dots are folders, and an empty part is another path.
    const id = fc.oneof(
      fc.constant(card.webhookId ?? card.uuid),
      text.filter((part) => !/^\.{0,2}$/.test(part)),
    );

    await check(
      fc.asyncProperty(query, id, async (parameters, given) => {
        const path = pathOf(operation, everyId(encodeURIComponent(given)));
        const search = new URLSearchParams(parameters);
        expectSensible(await send(`/api/v1${path}?${search}`, { headers }));
      }),
    );
  });
}
