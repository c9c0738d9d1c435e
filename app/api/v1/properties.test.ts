import fc from "fast-check";
import { z } from "zod";
import { type Answer, makeActiveCard } from "@/e2e/support/client";
import { callOf, pathOf, targetWithId } from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { inShapes, operations, propertiesOf } from "@/lib/testing/api/operations";
import { send } from "@/lib/testing/api/send";
import { openStore } from "@/lib/testing/api/store";
import { perform, test } from "@/lib/testing/api/test";
import { SEED, scaled } from "@/lib/testing/random";

/** Requests of each kind to an operation. A failure says the seed that repeats it, as TEST_SEED. */
const RUNS = scaled(4);

const hostileValue = fc.constantFrom<unknown>(
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
const anyJson = fc.oneof(hostileValue, fc.jsonValue({ maxDepth: 3 }));
const fieldName = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom("__proto__", "constructor", "balanceCents", "status", "uuid", "merchantId"),
);

/** A valid body with fields replaced, added or left out. */
const mutationsOf = (valid: Record<string, unknown>) => {
  const names = Object.keys(valid);
  const change = fc.record({
    name: names.length > 0 ? fc.oneof(fc.constantFrom(...names), fieldName) : fieldName,
    value: fc.option(anyJson, { nil: undefined }),
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

const NonEmptyText = z.string().min(1);
const Refusal = z.object({
  error: z.string().regex(/^[a-z_]+$/),
  message: NonEmptyText,
  requestId: z.string().startsWith("req_"),
  doc_url: z.url(),
});
const FieldErrorsSchema = z
  .array(z.strictObject({ path: NonEmptyText, message: NonEmptyText }))
  .min(1);

/** An error says what is wrong and, for a malformed request, where; a 5xx fails the test. */
function expectWellFormed({ status, body, text }: Answer): void {
  if (status >= 500) throw new Error(text);
  if (status < 400) return;
  const { error } = Refusal.parse(body);
  if (error === "invalid_request") FieldErrorsSchema.parse(body.fields);
}

const check = <T>(property: fc.IAsyncProperty<T>) =>
  fc.assert(property, { seed: SEED, numRuns: RUNS });

type SendBody = (body: unknown) => Promise<Answer>;

/** Wraps `ask` to check that a refused request leaves the balance unchanged. */
async function watchingBalance(ask: SendBody, balance: () => Promise<string>) {
  let before = await balance();
  return async (body: unknown): Promise<void> => {
    const answer = await ask(body);
    const after = await balance();
    expectWellFormed(answer);
    if (answer.status >= 400 && after !== before) {
      throw new Error(`${answer.text}: the balance was ${before} and is ${after}`);
    }
    before = after;
  };
}

test("every operation survives any body, and a refusal moves nothing", async ({ cardFor, sql }) => {
  const withBody = inShapes(operations.filter(({ spec }) => spec.body));
  const stores = { A: await openStore(), B: await openStore() };
  await expectEach(withBody, async ({ operation, shape }) => {
    const { keys, tills } = stores[shape];
    const card = await cardFor(operation, tills.A);
    const valid = callOf(operation).body?.(card) ?? {};
    const ask: SendBody = (body) => perform(operation, card, { key: keys[shape], body });
    const watched = card.code === "no card" ? await makeActiveCard(tills.A) : card;
    const balance = async () => {
      const [kept] = await sql`select balance_cents::text as cents from cards
        where id = ${watched.uuid}`;
      return kept?.cents;
    };

    const askWatched = await watchingBalance(ask, balance);
    await check(fc.asyncProperty(anyJson, askWatched));
    await check(fc.asyncProperty(mutationsOf(valid), askWatched));
  });
});

test("every operation that reads survives any query and any id", async ({ cardFor }) => {
  const reading = operations.filter(({ method }) => method === "GET");
  const { keyA, tills } = await openStore();
  await expectEach(reading, async (operation) => {
    const card = await cardFor(operation, tills.A);
    const headers = { Authorization: `Bearer ${keyA}` };
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom("\0", "1"));
    const name = fc.oneof(
      fc.constantFrom("limit", ...propertiesOf(operation.spec.query)),
      fc.string({ maxLength: 10 }),
    );
    const query = fc.array(fc.tuple(name, text), { maxLength: 3 });
    // Dots in a URL path resolve to folders, and an empty part changes the path.
    const id = fc.oneof(
      fc.constant(card.webhookId ?? card.uuid),
      text.filter((part) => !/^\.{0,2}$/.test(part)),
    );

    await check(
      fc.asyncProperty(query, id, async (parameters, given) => {
        const path = pathOf(operation, targetWithId(encodeURIComponent(given)));
        const search = new URLSearchParams(parameters);
        expectWellFormed(await send(`/api/v1${path}?${search}`, { headers }));
      }),
    );
  });
});
