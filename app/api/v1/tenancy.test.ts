import { expect } from "vitest";
import { type Answer, type ApiClient, makeActiveCard } from "@/e2e/support/client";
import {
  ABSENT_CARD,
  ABSENT_ID,
  callOf,
  idFieldOf,
  pathOf,
  type ResourceIds,
  UNREACHABLE_URL,
} from "@/lib/testing/api/calls";
import { expectEach } from "@/lib/testing/api/each";
import { expectRefusal, expectStatus, withoutRequestId } from "@/lib/testing/api/expectations";
import { inShapes, type Operation, operations, propertiesOf } from "@/lib/testing/api/operations";
import { makeBatch, resourceFor, storeSnapshot } from "@/lib/testing/api/resources";
import { SHAPES } from "@/lib/testing/api/shapes";
import { openStore } from "@/lib/testing/api/store";
import { perform, test } from "@/lib/testing/api/test";

/** Which id each resource field of a body is. The test below fails for a missing field. */
const BODY_FIELDS: Record<string, keyof ResourceIds> = {
  code: "code",
  claimCode: "code",
  cardUuid: "uuid",
  fromCardUuid: "uuid",
  transactionId: "transactionId",
  originalTransactionId: "transactionId",
};
/**
 * Fields that look like resource ids but hold the caller's own values, or another store's card. Another
 * store's Idempotency-Key is like an unused one: lib/domain/cards/reverse-by-key.test.ts.
 */
const NON_RESOURCE_FIELDS = ["referenceId", "quoteId", "toCode", "idempotencyKey"];
/** Alternative fields: a request uses exactly one of them. */
const ALTERNATIVE_FIELDS = ["code", "cardUuid"];
/** List filters: makes rows at a store and returns the value that finds them there. */
const FILTERS: Record<string, (till: ApiClient) => Promise<string>> = {
  cardUuid: async (till) => (await makeActiveCard(till)).uuid,
  batchId: async (till) => (await makeBatch(till)).batchId ?? "",
  keyId: async (till) => {
    await makeActiveCard(till);
    return (await till.get("/me")).body.key.id;
  },
};
/** The value of a field. Throws if there is none, because an absent one would prove nothing. */
function idIn(card: ResourceIds, field: keyof ResourceIds | undefined): string {
  const id = field && card[field];
  if (!id) throw new Error(`The resource has no ${field}.`);
  return id;
}
/** A code that the caller chooses for a new card. */
const isNewCode = ({ name }: Operation, field: string) =>
  name === "POST /cards/{uuid}/replace" && field === "code";

const namesResource = (name: string) =>
  /(^|[a-z])(id|uuid|code|key)$/i.test(name) && !NON_RESOURCE_FIELDS.includes(name);
const namesInPath = ({ path }: Operation) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const namesInBody = (operation: Operation) => {
  const names = SHAPES.flatMap((shape) => propertiesOf(operation.spec.body?.[shape]));
  return [...new Set(names)].filter((name) => namesResource(name) && !isNewCode(operation, name));
};
const namesInQuery = ({ spec }: Operation) => propertiesOf(spec.query).filter(namesResource);

test("every name of a resource, in any path, body or query, is one that these tests know", () => {
  for (const operation of operations) {
    expect(callOf(operation), operation.name).toBeDefined();
    for (const name of namesInPath(operation)) {
      expect(() => idFieldOf(operation, name), `${operation.name}: ${name}`).not.toThrow();
    }
    for (const name of namesInBody(operation)) {
      expect(Object.keys(BODY_FIELDS), `${operation.name}: ${name}`).toContain(name);
    }
    for (const name of namesInQuery(operation)) {
      expect(Object.keys(FILTERS), `${operation.name}: ${name}`).toContain(name);
    }
  }
  expect(operations.flatMap(namesInPath)).not.toEqual([]);
  expect(operations.flatMap(namesInBody)).not.toEqual([]);
});

function expectAsAbsent(foreign: Answer, absent: Answer): void {
  expectRefusal(foreign, 404, "not_found");
  expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
  const headersOf = ({ headers }: Answer) =>
    [...headers].filter(([name]) => !["date", "x-request-id", "scrip-request-id"].includes(name));
  expect(headersOf(foreign)).toEqual(headersOf(absent));
}

/** Combines every operation, in each shape, with each of its resource fields. */
const casesByField = (namesOf: (operation: Operation) => string[]) =>
  inShapes(operations).flatMap(({ operation, shape }) =>
    namesOf(operation).map((resource) => ({
      name: `${operation.name}: ${resource} (Shape ${shape})`,
      operation,
      shape,
      resource,
    })),
  );

type FieldCase = ReturnType<typeof casesByField>[number];

/** Makes each case's resource at two stores, and expects what one asks of the other's to change nothing there. */
async function expectNothingOfAnother(
  cases: FieldCase[],
  check: (on: FieldCase & { key: string; own: ResourceIds; foreign: ResourceIds }) => Promise<void>,
): Promise<void> {
  const [store, other] = [await openStore(), await openStore()];
  const resources = new Map<string, { own: ResourceIds; foreign: ResourceIds }>();
  for (const { operation } of cases) {
    if (resources.has(operation.name)) continue;
    const own = await resourceFor(operation, store.tills.A);
    resources.set(operation.name, { own, foreign: await resourceFor(operation, other.tills.A) });
  }
  const before = await storeSnapshot(other.tills.A);
  await expectEach(cases, async (one) => {
    const made = resources.get(one.operation.name);
    if (made) await check({ ...one, ...made, key: store.keys[one.shape] });
  });
  expect(await storeSnapshot(other.tills.A)).toEqual(before);
}

test("another store's id in a path is a 404, as an absent one", async () => {
  await expectNothingOfAnother(casesByField(namesInPath), async (on) => {
    const { operation, resource, key, own, foreign } = on;
    const field = idFieldOf(operation, resource);
    const path = (card: ResourceIds) => pathOf(operation, { ...own, [field]: idIn(card, field) });

    const answer = await perform(operation, foreign, { key, path: path(foreign) });
    const absent = await perform(operation, foreign, { key, path: path(ABSENT_CARD) });

    expectAsAbsent(answer, absent);
  });
});

test("another store's id or code in a body is a 404", async () => {
  await expectNothingOfAnother(casesByField(namesInBody), async (on) => {
    const { operation, resource, key, own, foreign } = on;
    const valid = callOf(operation).body?.(own) ?? {};
    const others = Object.entries(valid).filter(([field]) => !ALTERNATIVE_FIELDS.includes(field));
    const naming = (card: ResourceIds) => ({
      ...Object.fromEntries(others),
      [resource]: idIn(card, BODY_FIELDS[resource]),
    });

    const answer = await perform(operation, own, { key, body: naming(foreign) });
    const absent = await perform(operation, own, { key, body: naming(ABSENT_CARD) });

    expectAsAbsent(answer, absent);
  });
});

test("a filter by another store's id finds nothing, as by an absent one", async () => {
  await expectEach(casesByField(namesInQuery), async ({ operation, shape, resource }) => {
    const [store, other] = await Promise.all([openStore(), openStore()]);
    await makeActiveCard(store.tills.A);
    const foreign = (await FILTERS[resource]?.(other.tills.A)) ?? "";
    const find = (value: string, { keys } = store) => {
      const query = { ...callOf(operation).query, [resource]: value };
      const path = `${operation.path}?${new URLSearchParams(query)}`;
      return perform(operation, ABSENT_CARD, { key: keys[shape], path });
    };
    const rowsOf = ({ body }: Answer) => Object.values(body).find(Array.isArray);

    const found = await find(foreign);
    expectStatus(found, 200);
    expect(rowsOf(found)).toEqual([]);
    expect(found.text).toBe((await find(ABSENT_ID)).text);
    expect(rowsOf(await find(foreign, other))).not.toEqual([]);
  });
});

/** Lists only: a GET with required parameters, such as a rate, doesn't belong to a store. */
const listOperations = operations.filter(
  (operation) =>
    operation.method === "GET" &&
    operation.path !== "/me" &&
    !operation.path.includes("{") &&
    !callOf(operation).query,
);

test("no list shows another store's rows", async () => {
  await expectEach(listOperations, async (operation) => {
    const [store, other] = await Promise.all([openStore(), openStore()]);
    const [api, otherTill] = [store.tills.A, other.tills.A];
    await makeActiveCard(api);
    await api.post("/webhooks", { url: UNREACHABLE_URL, events: ["card.disabled"] });
    const foreign = await makeActiveCard(otherTill);
    const url = `${UNREACHABLE_URL}?of=${foreign.uuid}`;
    await otherTill.post("/webhooks", { url, events: ["card.disabled"] });

    if (operation.path === "/batches") {
      const wanted = { quantity: 1, currency: "USD", cardType: "digital" };
      await api.post("/batches", { ...wanted, name: "Own" });
      await otherTill.post("/batches", { ...wanted, name: foreign.uuid });
    }

    for (const shape of SHAPES) {
      const list = await perform(operation, ABSENT_CARD, { key: store.keys[shape] });
      expect(list.body.total ?? list.body.webhooks.length).toBe(1);
      expect(list.text).not.toContain(foreign.uuid);
      expect(list.text).not.toContain(other.merchantId);
    }
    const theirs = await perform(operation, ABSENT_CARD, { key: other.keyA });
    expect(theirs.text).toContain(foreign.uuid);
  });
});
