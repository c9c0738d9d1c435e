import { expect } from "@playwright/test";
import type { Answer } from "../support/client";
import { callOf, perform, sendRaw, statusOf } from "./support/calls";
import { expectInvalid, expectRefusal, expectStatus } from "./support/expectations";
import { operations } from "./support/operations";
import { SHAPES } from "./support/shapes";
import { test } from "./support/test";

const withBody = operations.filter(({ spec }) => spec.body);
const withAmount = withBody.filter(
  (operation) => "amountCents" in (callOf(operation).body?.({ uuid: "", code: "" }) ?? {}),
);

const HALF_A_PAIR = "\ud83d";
const TEXT_LIMITS = { note: 500, referenceId: 255 };

// Written out, since some of them are no values in JavaScript.
const BAD_AMOUNTS = [
  ..."0 -1 -100 0.5 5.5 1e-7 1e999 9007199254740992 9007199254740993 1e16 18446744073709551616".split(
    " ",
  ),
  ...['"5"', '""', "null", "true", "[]", "[5]", "{}", '{"$gt":0}'],
];

const bytes = (text: string) => new TextEncoder().encode(text);

/** Bodies that are no valid request of any operation, what is named of them, and how they are sent. */
const BAD_BODIES: [title: string, body: string | Uint8Array<ArrayBuffer>, named: string][] = [
  ["malformed JSON", '{"amountCents":', "body"],
  ["single quotes", "{'amountCents':1}", "body"],
  ["a trailing comma", '{"amountCents":1,}', "body"],
  ["two documents", "{}{}", "body"],
  ["NaN", '{"amountCents":NaN}', "body"],
  ["a list", "[]", "body"],
  ["null", "null", "body"],
  ["a number", "5", "body"],
  ["a text", '"x"', "body"],
  ["a form", "amountCents=1", "body"],
  ["invalid UTF-8", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), "body"],
  ["an overlong UTF-8 sequence", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), "body"],
  ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00), "body"],
  ["a NUL byte", bytes('{"amountCents":1}\0'), "body"],
  ["a duplicate key", '{"amountCents":1,"amountCents":2}', "body"],
  ["a duplicate key in other letters", '{"amountCents":1,"amount\\u0043ents":2}', "body"],
  ["100 levels", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`, "body"],
  ["10,000 levels", "[".repeat(10_000), "body"],
];

/** What may not change when a request is refused: the card, and what the store has of everything. */
async function stateOf(till: { get: (path: string) => Promise<Answer> }): Promise<string[]> {
  const lists = await Promise.all(
    ["/cards", "/transactions", "/webhooks"].map((path) => till.get(path)),
  );
  return lists.map(({ text }) => text);
}

for (const operation of withBody) {
  test(`${operation.name} refuses what is no JSON object, and changes nothing`, async ({
    api,
    cardFor,
    merchant,
  }) => {
    const card = await cardFor(operation);
    const before = await stateOf(api);
    for (const [title, body, named] of BAD_BODIES) {
      const answer = await sendRaw(operation, card, merchant.keyA, body);
      await test.step(title, () => expectInvalid(answer, named));
    }
    expect(await stateOf(api)).toEqual(before);
  });

  test(`${operation.name} refuses fields that it does not know, naming each`, async ({
    api,
    cardFor,
    merchant,
  }) => {
    const card = await cardFor(operation);
    const before = await stateOf(api);
    const valid = JSON.stringify(callOf(operation).body?.(card)).slice(1, -1);
    for (const name of [
      "amount",
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "Amountcents",
    ]) {
      for (const value of ["1", '{"isAdmin":true}', "null"]) {
        const body = `{${[valid, `"${name}":${value}`].filter(Boolean).join(",")}}`;
        expectInvalid(await sendRaw(operation, card, merchant.keyA, body), name);
      }
    }
    expect(await stateOf(api)).toEqual(before);
  });

  test(`${operation.name} takes no body beyond 64 KB, announced or not`, async ({
    api,
    cardFor,
    merchant,
  }) => {
    const card = await cardFor(operation);
    const before = await stateOf(api);
    const large = bytes(JSON.stringify({ note: "x".repeat(64 * 1024) }));
    for (const body of [large, new Uint8Array(2_000_000), new Blob([large]).stream()]) {
      const answer = await sendRaw(operation, card, merchant.keyA, body);
      expectRefusal(answer, 413, "payload_too_large");
    }
    expect(await stateOf(api)).toEqual(before);
  });

  test(`${operation.name} takes application/json alone`, async ({ api, cardFor, merchant }) => {
    const card = await cardFor(operation);
    const before = await stateOf(api);
    const body = JSON.stringify(callOf(operation).body?.(card));
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"];
    for (const headers of [...types.map((type) => ({ "Content-Type": type })), {}]) {
      const answer = await sendRaw(operation, card, merchant.keyA, body, headers);
      expectRefusal(answer, 415, "unsupported_media_type");
    }
    expect(await stateOf(api)).toEqual(before);
    const headers = { "Content-Type": "Application/JSON ; charset=utf-8" };
    const taken = await sendRaw(operation, card, merchant.keyA, body, headers);
    expectStatus(taken, statusOf(operation));
  });
}

for (const operation of withAmount) {
  for (const shape of SHAPES) {
    test(`${operation.name} refuses what is no amount, and moves nothing (Shape ${shape})`, async ({
      api,
      cardFor,
      merchant,
    }) => {
      const card = await cardFor(operation);
      const before = await stateOf(api);
      const key = shape === "A" ? merchant.keyA : merchant.keyB;
      const valid = JSON.stringify({ ...callOf(operation).body?.(card), amountCents: 123456 });
      for (const amount of BAD_AMOUNTS) {
        const answer = await sendRaw(operation, card, key, valid.replace("123456", amount));
        await test.step(amount, () => expectInvalid(answer, "amountCents"));
      }
      const { amountCents: _, ...without } = callOf(operation).body?.(card) ?? {};
      expectInvalid(await perform(operation, card, { key, body: without }), "amountCents");
      expect(await stateOf(api)).toEqual(before);
    });
  }

  test(`${operation.name} takes 1, and 100.0 as the integer 100`, async ({ cardFor, merchant }) => {
    for (const [written, cents] of [
      ["1", 1],
      ["100.0", 100],
      ["1e2", 100],
    ] as const) {
      const card = await cardFor(operation);
      const valid = JSON.stringify({ ...callOf(operation).body?.(card), amountCents: 123456 });
      const answer = await sendRaw(
        operation,
        card,
        merchant.keyA,
        valid.replace("123456", written),
      );
      expectStatus(answer, statusOf(operation));
      const { transaction } = answer.body;
      if (transaction) expect(transaction.amountCents).toBe(cents);
      else expect(answer.body.balanceCents).toBe(cents);
    }
  });
}

for (const [field, longest] of Object.entries(TEXT_LIMITS)) {
  const taking = ["POST /cards/{uuid}/debit", "POST /cards/{uuid}/credit", "POST /cards/load"];
  const operationsTaking = withBody.filter(({ name }) =>
    [...taking, ...(field === "note" ? ["POST /store-credit"] : [])].includes(name),
  );
  for (const operation of operationsTaking) {
    test(`${operation.name} takes a ${field} of ${longest} characters that Postgres can keep`, async ({
      api,
      cardFor,
      merchant,
    }) => {
      const card = await cardFor(operation);
      const body = callOf(operation).body?.(card);
      const give = (value: unknown) =>
        perform(operation, card, { key: merchant.keyA, body: { ...body, [field]: value } });
      const before = await stateOf(api);

      const long = "x".repeat(longest + 1);
      for (const value of [long, "a\0b", HALF_A_PAIR, `${HALF_A_PAIR}x`, 5, null, [], {}]) {
        expectInvalid(await give(value), field);
      }
      expect(await stateOf(api)).toEqual(before);

      const kept = `'"<b>\u202e☕💳\\`.padEnd(longest, "é");
      const answer = await give(kept);
      expectStatus(answer, 200);
      const { transaction } = answer.body;
      expect(field === "note" ? transaction.description : transaction.referenceId).toBe(kept);
    });
  }
}

test("an e-mail address or currency with NUL or half a character is a 400", async ({ api }) => {
  for (const email of ["a\0@example.com", `${HALF_A_PAIR}@example.com`, `a@${HALF_A_PAIR}.com`]) {
    expectInvalid(await api.post("/cards", { currency: "USD", ownerEmail: email }), "ownerEmail");
  }
  for (const currency of ["US\0", `US${HALF_A_PAIR}`, "ＵＳＤ"]) {
    expectInvalid(await api.post("/cards", { currency }), "currency");
  }
});

test("several wrong fields are named together", async ({ api }) => {
  const answer = await api.post("/cards", { currency: 1, cardType: "plastic", amount: 5 });
  expectInvalid(answer, "currency", "cardType", "amount");
});
