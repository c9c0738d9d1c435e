import { afterEach, expect, test } from "vitest";
import { found } from "@/lib/base/errors";
import { inBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { parseCode, unsealCode } from "@/lib/domain/cards/code";
import { findCard } from "@/lib/domain/cards/find";
import { inBoth, useTwoBucketsPerTest } from "@/lib/testing/buckets";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { OPERATOR_COMMANDS } from "./operator-commands";

useTwoBucketsPerTest();

const { ENCRYPTION_KEY: FIRST_KEY } = process.env;
const SECOND_KEY = "6f".repeat(32);

const resetReadiness = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
afterEach(() => {
  configure({ ENCRYPTION_KEY: FIRST_KEY, ENCRYPTION_KEYS_OLD: "" });
  resetReadiness();
});

const scrip = async (name: string, ...words: string[]) =>
  Object(await OPERATOR_COMMANDS[name]?.prepare(words)());

test("scrip secrets rotate seals the values of every bucket again, and the former key is needed no more", async () => {
  await ensureReady();
  const cards = await inBoth(async (bucket) => {
    const { id: merchantId, ctx } = await createStore({ bucket });
    return { merchantId, bucket, ...(await makeCard(ctx, { amountCents: 500 })) };
  });
  configure({ ENCRYPTION_KEY: SECOND_KEY, ENCRYPTION_KEYS_OLD: FIRST_KEY });
  expect(await scrip("secrets status")).toMatchObject({
    rotated: false,
    values: [{ table: "cards", values: 2 }],
  });

  expect(await scrip("secrets rotate")).toMatchObject({ ok: true, resealed: { cards: 2 } });

  expect(await scrip("secrets status")).toMatchObject({ rotated: true });
  configure({ ENCRYPTION_KEYS_OLD: "" });
  for (const { merchantId, bucket, id, code } of cards) {
    const card = await inBucket(bucket, () => findCard(merchantId, id));
    expect(parseCode(unsealCode(found(card))), bucket).toBe(code);
  }
});

test("scrip ledger verify checks every bucket, and names the store with a problem", async () => {
  const stores = await inBoth(async (bucket) => {
    const store = await createStore({ bucket });
    await makeCard(store.ctx, { amountCents: 500 });
    return { ...store, bucket };
  });
  expect(await scrip("ledger verify")).toMatchObject({ ok: true, cards: 2, transactions: 2 });
  for (const { id, bucket } of stores) {
    await inBucket(
      bucket,
      () => pg()`insert into card_counts (merchant_id, status, card_type, slot, count)
        values (${id}, 'disabled', 'physical', 7, 3)`,
    );
    const { ok, problems } = await scrip("ledger verify");
    expect({ ok, last: problems.at(-1)?.merchantId }, bucket).toEqual({ ok: false, last: id });
  }
});

test("scrip key creates, lists and revokes keys of stores in every bucket, with an entry in the store's audit log", async () => {
  const stores = await inBoth(async (bucket) => ({ bucket, ...(await createStore({ bucket })) }));
  for (const { id, bucket } of stores) {
    const { id: keyId } = await scrip("key create", "--merchant", id, "--name", "Till");
    expect((await scrip("key list", "--merchant", id)).keys).toMatchObject([{ id: keyId }]);
    await scrip("key revoke", "--id", keyId);
    const entries = await inBucket(
      bucket,
      () => pg()`select action from audit_log where merchant_id = ${id} order by id`,
    );
    expect(entries, bucket).toEqual([{ action: "api_key.created" }, { action: "api_key.revoked" }]);
  }
});
