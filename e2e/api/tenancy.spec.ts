import { expect } from "@playwright/test";
import { type Answer, makeActiveCard } from "../support/client";
import { openStore } from "../support/store";
import {
  ABSENT_CARD,
  ABSENT_ID,
  callOf,
  pathOf,
  perform,
  type ResourceIds,
  UNREACHABLE_URL,
} from "./support/calls";
import { expectEach } from "./support/each";
import { expectRefusal, expectStatus, withoutRequestId } from "./support/expectations";
import { inShapes, type Operation, operations, propertiesOf } from "./support/operations";
import { SHAPES } from "./support/shapes";
import { storeSnapshot, test } from "./support/test";

/** The value of each resource field for a given card. The test below fails for a missing field. */
const RESOURCE_FIELD_VALUES: Record<string, (card: ResourceIds) => string> = {
  code: ({ code }) => code,
  claimCode: ({ code }) => code,
  cardUuid: ({ uuid }) => uuid,
  uuid: ({ uuid }) => uuid,
  fromCardUuid: ({ uuid }) => uuid,
  id: ({ webhookId, transferId, batchId, transactionId }) =>
    webhookId ?? transferId ?? batchId ?? transactionId ?? ABSENT_ID,
  key: ({ key = ABSENT_ID }) => key,
  transactionId: ({ transactionId = ABSENT_ID }) => transactionId,
  originalTransactionId: ({ transactionId = ABSENT_ID }) => transactionId,
  deliveryId: ({ deliveryId = ABSENT_ID }) => deliveryId,
  walletId: ({ walletId = ABSENT_ID }) => walletId,
};
/** Fields that look like resource ids but hold the caller's own values, or another store's card. */
const NON_RESOURCE_FIELDS = ["referenceId", "quoteId", "toCode"];
/** Alternative fields: a request uses exactly one of them. */
const ALTERNATIVE_FIELDS = ["code", "cardUuid"];
/** List filters: another store's value finds nothing, like a missing one. */
const FILTERS: Record<string, (card: ResourceIds) => string> = {
  cardUuid: RESOURCE_FIELD_VALUES.cardUuid ?? (() => ""),
  batchId: ({ uuid }) => uuid,
  keyId: ({ uuid }) => uuid,
};
/** A code that the caller chooses for a new card. */
const isNewCode = ({ name }: Operation, field: string) =>
  name === "POST /cards/{uuid}/replace" && field === "code";

const namesResource = (name: string) =>
  /(^|[a-z])(id|uuid|code)$/i.test(name) && !NON_RESOURCE_FIELDS.includes(name);
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
    for (const name of [...namesInPath(operation), ...namesInBody(operation)]) {
      expect(Object.keys(RESOURCE_FIELD_VALUES), `${operation.name}: ${name}`).toContain(name);
    }
    for (const name of namesInQuery(operation)) {
      expect(Object.keys(FILTERS), `${operation.name}: ${name}`).toContain(name);
    }
  }
  expect(operations.flatMap(namesInPath)).not.toEqual([]);
  expect(operations.flatMap(namesInBody)).not.toEqual([]);
});

const ID_FIELD_BY_FOLDER: Record<string, string> = {
  transfers: "transferId",
  batches: "batchId",
  transactions: "transactionId",
};
const idField = ({ path }: Operation, name: string) =>
  name !== "id" ? name : (ID_FIELD_BY_FOLDER[path.split("/")[1] ?? ""] ?? "webhookId");

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
      ...{ operation, shape, resource },
    })),
  );

test("another store's id in a path is a 404, as an absent one @instances", async ({ cardFor }) => {
  await expectEach(casesByField(namesInPath), async ({ operation, shape, resource }) => {
    const [store, other] = await Promise.all([openStore(), openStore()]);
    const own = await cardFor(operation, store.tills.A);
    const foreign = await cardFor(operation, other.tills.A);
    const before = await storeSnapshot(other.tills.A);
    const key = store.keys[shape];
    const path = (card: ResourceIds) =>
      pathOf(operation, {
        ...own,
        [idField(operation, resource)]: RESOURCE_FIELD_VALUES[resource]?.(card),
      });

    const answer = await perform(operation, foreign, { key, path: path(foreign) });
    const absent = await perform(operation, foreign, { key, path: path(ABSENT_CARD) });

    expectAsAbsent(answer, absent);
    expect(await storeSnapshot(other.tills.A)).toEqual(before);
  });
});

test("another store's id or code in a body is a 404 @instances", async ({ cardFor }) => {
  await expectEach(casesByField(namesInBody), async ({ operation, shape, resource }) => {
    const [store, other] = await Promise.all([openStore(), openStore()]);
    const own = await cardFor(operation, store.tills.A);
    const foreign = await cardFor(operation, other.tills.A);
    const before = await storeSnapshot(other.tills.A);
    const key = store.keys[shape];
    const valid = callOf(operation).body?.(own) ?? {};
    const others = Object.entries(valid).filter(([field]) => !ALTERNATIVE_FIELDS.includes(field));
    const naming = (card: ResourceIds) => ({
      ...Object.fromEntries(others),
      [resource]: RESOURCE_FIELD_VALUES[resource]?.(card),
    });

    const answer = await perform(operation, own, { key, body: naming(foreign) });
    const absent = await perform(operation, own, { key, body: naming(ABSENT_CARD) });

    expectAsAbsent(answer, absent);
    expect(await storeSnapshot(other.tills.A)).toEqual(before);
  });
});

test("a filter by another store's id finds nothing, as by an absent one @instances", async () => {
  await expectEach(casesByField(namesInQuery), async ({ operation, shape, resource }) => {
    const [store, other] = await Promise.all([openStore(), openStore()]);
    await makeActiveCard(store.tills.A);
    const foreign = await makeActiveCard(other.tills.A);
    const find = (card: ResourceIds) => {
      const query = { ...callOf(operation).query, [resource]: FILTERS[resource]?.(card) ?? "" };
      const path = `${operation.path}?${new URLSearchParams(query)}`;
      return perform(operation, card, { key: store.keys[shape], path });
    };

    const found = await find(foreign);
    expectStatus(found, 200);
    expect(Object.values(found.body).find(Array.isArray)).toEqual([]);
    expect(found.text).toBe((await find(ABSENT_CARD)).text);
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

test("no list shows another store's rows @instances", async () => {
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
