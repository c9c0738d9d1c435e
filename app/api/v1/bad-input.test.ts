import { expect } from "vitest";
import { callOf, expectedStatusOf, type ResourceIds } from "@/lib/testing/api/calls";
import { expectEach, withCaseName } from "@/lib/testing/api/each";
import { expectInvalid, expectRefusal, expectStatus } from "@/lib/testing/api/expectations";
import { inShapes, type Operation, operations } from "@/lib/testing/api/operations";
import { storeSnapshot } from "@/lib/testing/api/resources";
import type { Shape } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { test as base, perform, sendRaw } from "@/lib/testing/api/test";

const operationsWithBody = operations
  .filter(({ spec }) => spec.body)
  .map((operation) => ({ name: operation.name, operation }));
const takesAmount = ({ operation }: { operation: Operation }) =>
  "amountCents" in (callOf(operation).body?.({ uuid: "", code: "" }) ?? {});

const LONE_SURROGATE = "\ud83d";
const TEXT_LIMITS = { note: 500, referenceId: 255 };

// JSON source text, because some of these have no JavaScript value.
const BAD_AMOUNTS = [
  ..."0 -1 -100 0.5 5.5 1e-7 1e999 9007199254740992 9007199254740993 1e16 18446744073709551616".split(
    " ",
  ),
  '"5"',
  '""',
  "null",
  "true",
  "[]",
  "[5]",
  "{}",
  '{"$gt":0}',
];

const bytes = (text: string) => new TextEncoder().encode(text);

/** Bodies that no operation accepts. */
const BAD_BODIES: [title: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ["malformed JSON", '{"amountCents":'],
  ["single quotes", "{'amountCents':1}"],
  ["a trailing comma", '{"amountCents":1,}'],
  ["two documents", "{}{}"],
  ["NaN", '{"amountCents":NaN}'],
  ["a list", "[]"],
  ["null", "null"],
  ["a number", "5"],
  ["a text", '"x"'],
  ["a form", "amountCents=1"],
  ["invalid UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
  ["an overlong UTF-8 sequence", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)],
  ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
  ["a NUL byte", bytes('{"amountCents":1}\0')],
  ["a duplicate key", '{"amountCents":1,"amountCents":2}'],
  ["a duplicate key in other letters", '{"amountCents":1,"amount\\u0043ents":2}'],
  ["100 levels", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`],
  ["10,000 levels", "[".repeat(10_000)],
];

type Case = { name: string; operation: Operation };
/** The resource that an operation works on, and its store's keys by shape. */
type CardAndKeys = { card: ResourceIds; keys: Record<Shape, string> };
type Check<C> = (on: C & CardAndKeys) => Promise<void>;

const test = base.extend<{
  /**
   * Expects each case to be refused without changing anything, and then the control call `taken` of each to
   * succeed.
   */
  expectRefused: <C extends Case>(cases: C[], refused: Check<C>, taken?: Check<C>) => Promise<void>;
}>({
  expectRefused: async ({ cardFor }, use) =>
    use(async (cases, refused, taken) => {
      const { keys, tills } = await openStore();
      const prepared = [];
      for (const one of cases)
        prepared.push({ ...one, keys, card: await cardFor(one.operation, tills.A) });
      const before = await storeSnapshot(tills.A);
      await expectEach(prepared, refused);
      expect(await storeSnapshot(tills.A)).toEqual(before);
      if (taken) await expectEach(prepared, taken);
    }),
});

test("every operation refuses a body that is no JSON object", async ({ expectRefused }) => {
  await expectRefused(operationsWithBody, async ({ operation, card, keys }) => {
    for (const [title, body] of BAD_BODIES) {
      const answer = await sendRaw(operation, card, keys.A, body);
      withCaseName(title, () => expectInvalid(answer, "body"));
    }
  });
});

test("every operation refuses an unknown field, by its name", async ({ expectRefused }) => {
  const unknown = ["amount", "__proto__", "constructor", "prototype", "toString", "Amountcents"];
  await expectRefused(operationsWithBody, async ({ operation, card, keys }) => {
    const valid = JSON.stringify(callOf(operation).body?.(card)).slice(1, -1);
    for (const name of unknown) {
      for (const value of ["1", '{"isAdmin":true}', "null"]) {
        const body = `{${[valid, `"${name}":${value}`].filter(Boolean).join(",")}}`;
        expectInvalid(await sendRaw(operation, card, keys.A, body), name);
      }
    }
  });
});

test("no operation takes a body beyond 64 KB, announced or not", async ({ expectRefused }) => {
  const large = bytes(JSON.stringify({ note: "x".repeat(64 * 1024) }));
  await expectRefused(operationsWithBody, async ({ operation, card, keys }) => {
    for (const body of [large, new Uint8Array(2_000_000), new Blob([large]).stream()]) {
      const answer = await sendRaw(operation, card, keys.A, body);
      expectRefusal(answer, 413, "payload_too_large");
    }
  });
});

test("every operation takes only application/json", async ({ expectRefused }) => {
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"];
  const give = ({ operation, card, keys }: Case & CardAndKeys, headers: Record<string, string>) =>
    sendRaw(operation, card, keys.A, JSON.stringify(callOf(operation).body?.(card)), headers);
  await expectRefused(
    operationsWithBody,
    async (on) => {
      for (const headers of [...types.map((type) => ({ "Content-Type": type })), {}]) {
        expectRefusal(await give(on, headers), 415, "unsupported_media_type");
      }
    },
    async (on) => {
      const taken = await give(on, { "Content-Type": "Application/JSON ; charset=utf-8" });
      expectStatus(taken, expectedStatusOf(on.operation));
    },
  );
});

test("every operation refuses an invalid amount, and moves nothing", async ({ expectRefused }) => {
  const cases = inShapes(operations.filter((operation) => operation.spec.body)).filter(takesAmount);
  await expectRefused(cases, async ({ operation, shape, card, keys }) => {
    const key = keys[shape];
    const valid = JSON.stringify({ ...callOf(operation).body?.(card), amountCents: 123456 });
    for (const amount of BAD_AMOUNTS) {
      const answer = await sendRaw(operation, card, key, valid.replace("123456", amount));
      withCaseName(amount, () => expectInvalid(answer, "amountCents"));
    }
    // A capture without an amount is of the whole hold.
    if (operation.name === "POST /holds/{id}/capture") return;
    const { amountCents: _, ...without } = callOf(operation).body?.(card) ?? {};
    expectInvalid(await perform(operation, card, { key, body: without }), "amountCents");
  });
});

test("every operation with an amount takes 1, and 100.0 as 100", async ({ cardFor }) => {
  const { keyA, tills } = await openStore();
  await expectEach(operationsWithBody.filter(takesAmount), async ({ operation }) => {
    for (const [written, cents] of [
      ["1", 1],
      ["100.0", 100],
      ["1e2", 100],
    ] as const) {
      const card = await cardFor(operation, tills.A);
      const valid = JSON.stringify({ ...callOf(operation).body?.(card), amountCents: 123456 });
      const answer = await sendRaw(operation, card, keyA, valid.replace("123456", written));
      expectStatus(answer, expectedStatusOf(operation));
      const { transaction } = answer.body;
      if (transaction) expect(transaction.amountCents).toBe(cents);
      else expect(answer.body.amountCents ?? answer.body.balanceCents).toBe(cents);
    }
  });
});

test("every operation refuses a too long note or referenceId", async ({ expectRefused }) => {
  const both = [
    "POST /cards/{uuid}/debit",
    "POST /cards/{uuid}/credit",
    "POST /cards/load",
    "POST /cards/redeem",
    "POST /holds/{id}/capture",
  ];
  const taking = { note: [...both, "POST /store-credit"], referenceId: both };
  const cases = (["note", "referenceId"] as const).flatMap((field) =>
    operationsWithBody
      .filter(({ name }) => taking[field].includes(name))
      .map(({ operation, name }) => ({ name: `${field} of ${name}`, operation, field })),
  );
  expect(cases).toHaveLength(11);
  type Text = (typeof cases)[number] & CardAndKeys;
  const give = ({ operation, card, keys, field }: Text, value: unknown) => {
    const body = { ...callOf(operation).body?.(card), [field]: value };
    return perform(operation, card, { key: keys.A, body });
  };
  await expectRefused(
    cases,
    async (on) => {
      const long = "x".repeat(TEXT_LIMITS[on.field] + 1);
      const hidden = on.field === "note" ? ["a\u0007b", "a\u009bb", "a\u202eb"] : [];
      const texts = [long, "a\0b", LONE_SURROGATE, `${LONE_SURROGATE}x`, ...hidden];
      for (const value of [...texts, 5, null, [], {}]) {
        expectInvalid(await give(on, value), on.field);
      }
    },
    async (on) => {
      const kept = `'"<b>\n☕💳\\`.padEnd(TEXT_LIMITS[on.field], "é");
      const answer = await give(on, kept);
      expectStatus(answer, 200);
      const { transaction } = answer.body;
      expect(on.field === "note" ? transaction.description : transaction.referenceId).toBe(kept);
    },
  );
});

test("an e-mail address or currency with NUL or half a character is a 400", async ({ api }) => {
  for (const email of [
    "a\0@example.com",
    `${LONE_SURROGATE}@example.com`,
    `a@${LONE_SURROGATE}.com`,
  ]) {
    expectInvalid(await api.post("/cards", { currency: "USD", ownerEmail: email }), "ownerEmail");
  }
  for (const currency of ["US\0", `US${LONE_SURROGATE}`, "ＵＳＤ"]) {
    expectInvalid(await api.post("/cards", { currency }), "currency");
  }
});

test("several wrong fields are named together", async ({ api }) => {
  const answer = await api.post("/cards", { currency: 1, cardType: "plastic", amount: 5 });
  expectInvalid(answer, "currency", "cardType", "amount");
});
