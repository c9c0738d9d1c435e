import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JOBS } from "@/lib/background/jobs";
import { keyedHash } from "@/lib/base/config/secrets";
import { newId } from "@/lib/base/ids";
import { FIRST_BUCKET, schemasOf } from "@/lib/db/client/buckets";
import { db, pg } from "@/lib/db/client/client";
import { ensureReady } from "@/lib/db/client/readiness";
import { checkFile } from "@/lib/domain/batches/import/check";
import { startImport } from "@/lib/domain/batches/import/start";
import { batchWorker } from "@/lib/domain/batches/work";
import { parseCode, unsealCode } from "@/lib/domain/cards/code";
import { create } from "@/lib/domain/cards/create";
import { load } from "@/lib/domain/cards/load";
import { spend } from "@/lib/domain/cards/spend";
import { queueMail } from "@/lib/domain/mail/mail";
import {
  findSuppression,
  listSuppressions,
  recordMailEvent,
  suppress,
} from "@/lib/domain/mail/suppressions";
import { unsealTotpSecret } from "@/lib/domain/people/totp/code";
import { KEYED_HASH_BYTES } from "@/lib/domain/people/totp/recovery-codes";
import { unsealToken } from "@/lib/domain/shops/connection";
import { lookUpCard } from "@/lib/domain/transactions/read-card";
import { checkBalance } from "@/lib/domain/wallet/wallet/check-balance";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { revealSecret, rotateSecret } from "@/lib/domain/webhooks/rotate-secret";
import { unsealMailed } from "@/lib/ledger/post/sealed-link";
import { verify } from "@/lib/ledger/verify/verify";
import { configure } from "@/lib/testing/configure";
import { useDatabasePerTest } from "@/lib/testing/database";
import { atOnce, makeCard, outcome } from "@/lib/testing/ledger-fixtures";
import { ownerWithTwoStep, signInAs } from "@/lib/testing/people";
import { connectShop } from "@/lib/testing/shop";
import { callerWithKey, createStore } from "@/lib/testing/store";
import { rotateSecrets, secretsStatus } from "./rotate-secrets";

useDatabasePerTest();

const FIRST_KEY = process.env.ENCRYPTION_KEY;
const SECOND_KEY = "6f".repeat(32);

const resetReadiness = () => Reflect.deleteProperty(globalThis, Symbol.for("scrip.readiness"));
const restartWithKeys = async (current: string | undefined, former = "") => {
  configure({ ENCRYPTION_KEY: current, ENCRYPTION_KEYS_OLD: former });
  resetReadiness();
  await ensureReady();
};
beforeEach(() => restartWithKeys(FIRST_KEY));
afterEach(() => {
  configure({ ENCRYPTION_KEY: FIRST_KEY, ENCRYPTION_KEYS_OLD: "" });
  resetReadiness();
});

const oneCard = {
  name: "Old shop",
  cardType: "physical",
  currency: "USD",
  csv: "code,balance,pin\nOLDSHOP7788990011,12.50,4711\n",
} as const;

/** A store with every kind of sealed value, and what each must still be afterwards. */
async function storeWithSecrets() {
  const store = await createStore();
  const { ctx, id: merchantId } = store;
  const cards = [
    await makeCard(ctx, { amountCents: 1_000 }),
    await makeCard(ctx, { amountCents: 2_000 }),
  ];
  await startImport(ctx(), { ...oneCard, cards: 1 });
  await batchWorker.runDue();
  const later = { ...oneCard, csv: oneCard.csv.replace("7788", "5566"), name: "Waits" };
  await startImport(ctx(), { ...later, cards: 1 });

  const { webhook } = await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.debited"],
  });
  await rotateSecret(ctx(), { webhookId: webhook.id });
  const connection = await connectShop(merchantId);
  const { person, secret: totpSecret, codes } = await ownerWithTwoStep();
  const secrets = { link: "/wallet/open#token", code: "123456" };
  const mail = { template: "sign_in", to: person.email, ...secrets } as const;
  const mailId = newId();
  const sendAt = sql`now() + interval '1 hour'`;
  await db().transaction((tx) => queueMail(tx, null, mail, { id: mailId, sendAt }));
  await suppress(db(), merchantId, "ada@example.com", "unsubscribed");
  await recordMailEvent({ type: "bounce", email: "bob@example.com" });
  const signing = await revealSecret(ctx(), { webhookId: webhook.id });

  /** Everything that is sealed can be read, and every card is found by its code. */
  async function expectReadable() {
    for (const { id, code } of cards) {
      expect((await lookUpCard(ctx(), { code })).card.id).toBe(id);
    }
    const imported = await lookUpCard(ctx(), { code: "OLDSHOP7788990011" });
    expect(unsealCode(imported.card)).toBe("OLDSHOP7788990011");
    expect(await revealSecret(ctx(), { webhookId: webhook.id })).toEqual(signing);
    const [shop] = await pg()`select sealed_token as sealed from platform_connections`;
    expect(unsealToken(connection, String(shop?.sealed))).toBe("shpat_secret");
    const [user] = await pg()`select sealed_totp_secret as sealed from users
      where id = ${person.userId}`;
    expect(unsealTotpSecret(person.userId, String(user?.sealed))).toBe(totpSecret);
    const [queued] = await pg()`select payload ->> 'link' as link, payload ->> 'code' as code
      from outbox where id = ${mailId}`;
    const unsealed = (sealed: unknown) => unsealMailed(mailId, String(sealed));
    expect([unsealed(queued?.link), unsealed(queued?.code)]).toEqual([secrets.link, secrets.code]);
    const suppressed = (email: string) => findSuppression(db(), merchantId, email);
    expect(await suppressed("ada@example.com")).toBe("unsubscribed");
    expect(await suppressed("bob@example.com")).toBe("bounced");
    const wallet = { ...ctx(), merchantId: newId() };
    const check = (pin?: string) =>
      outcome(
        checkBalance(wallet, { store: `store-${merchantId}`, code: "OLDSHOP7788990011", pin }),
      );
    expect([await check("4711"), await check("4712")]).toEqual(["done", "not_found"]);
  }
  const signIn = () => signInAs(person, { code: codes[0] });
  return { ...store, cards, expectReadable, signIn };
}

test("a rotation seals everything again, and the former key is needed no more", async () => {
  const { expectReadable, signIn, ctx, cards } = await storeWithSecrets();
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  await expectReadable();

  const rotated = await rotateSecrets();
  expect(rotated).toMatchObject({ ok: true, remaining: 0 });
  expect(rotated.resealed).toMatchObject({
    card_pins: 1,
    mail_suppressions: 1,
    undeliverable_addresses: 1,
    cards: 3,
    webhooks: 2,
    platform_connections: 1,
    users: 1,
    import_slices: 1,
    outbox: 2,
  });
  await expectReadable();
  const columns = await pg()<{ table: string; name: string }[]>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = any(${schemasOf([FIRST_BUCKET])}::text[]) and column_name like 'sealed%'`;
  for (const { table, name } of columns) {
    const [row] = await pg().unsafe(`select count(*)::int as sealed, count(*) filter (
      where not starts_with(${name}, '${rotated.key}.'))::int as stale from ${table}
      where ${name} is not null`);
    expect([table, name, Number(row?.sealed) > 0, row?.stale]).toEqual([table, name, true, 0]);
  }

  const inSixtyDays = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);
  expect(await secretsStatus()).toMatchObject({ keepFormerKeysUntil: inSixtyDays });
  await restartWithKeys(SECOND_KEY);
  await expectReadable();
  expect(await secretsStatus()).toMatchObject({
    rotated: true,
    keys: [rotated.key],
    keepFormerKeysUntil: null,
  });
  await batchWorker.runDue();
  expect((await lookUpCard(ctx(), { code: "OLDSHOP5566990011" })).card.balanceCents).toBe(1_250);
  expect(await signIn()).toBe("session");
  await load(ctx(), { code: cards[0]?.code ?? "", amountCents: 5 });
  expect(await verify()).toMatchObject({ ok: true });

  // The former key alone is now another database's.
  await expect(restartWithKeys(FIRST_KEY)).rejects.toThrow("is not this database's key");
});

test("a rotation that was interrupted continues, and cards are found and loaded all the while", async () => {
  const { ctx } = await createStore();
  const cards = await atOnce(3, () => makeCard(ctx, { amountCents: 1_000 }));
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  const fresh = await makeCard(ctx, { amountCents: 1_000 });
  const interrupted = rotateSecrets(() => {
    throw new Error("killed");
  });
  await expect(interrupted).rejects.toThrow("killed");
  const late = await makeOfFirstKey(ctx);
  const lateCode = parseCode(unsealCode(late)) ?? "";
  expect((await lookUpCard(ctx(), { code: lateCode })).card.id).toBe(late.id);
  expect(await secretsStatus()).toMatchObject({ rotated: false });
  for (const { id, code } of [...cards, fresh]) {
    expect((await load(ctx(), { code, amountCents: 1 })).card.id).toBe(id);
  }

  let debits = 0;
  const rotating = rotateSecrets();
  for (const { id } of cards)
    debits += (await spend(ctx(), { cardId: id, amountCents: 1 })) ? 1 : 0;
  expect(await rotating).toMatchObject({ ok: true, resealed: { cards: 1 } });
  expect(debits).toBe(3);
  expect(await verify()).toMatchObject({ ok: true });
});

/** A card that another instance makes, which has not been given the new key yet. */
async function makeOfFirstKey(ctx: Awaited<ReturnType<typeof createStore>>["ctx"]) {
  configure({ ENCRYPTION_KEY: FIRST_KEY, ENCRYPTION_KEYS_OLD: SECOND_KEY });
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  configure({ ENCRYPTION_KEY: SECOND_KEY, ENCRYPTION_KEYS_OLD: FIRST_KEY });
  return card;
}

test("a former key that an instance still used after the rotation is required until the next one", async () => {
  const { ctx } = await createStore();
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  expect(await rotateSecrets()).toMatchObject({ ok: true });
  // Started before, and idle since.
  configure({ ENCRYPTION_KEY: FIRST_KEY, ENCRYPTION_KEYS_OLD: SECOND_KEY });
  const { id, code } = await makeCard(ctx);
  await JOBS.housekeeping?.run();
  await expect(restartWithKeys(SECOND_KEY)).rejects.toThrow("is not this database's key");

  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  expect(await rotateSecrets()).toMatchObject({ ok: true, resealed: { cards: 1 } });
  await restartWithKeys(SECOND_KEY);
  expect((await lookUpCard(ctx(), { code })).card.id).toBe(id);
});

test("recovery codes with a keyed hash work while its key is configured, and are counted until then", async () => {
  const { person, codes } = await ownerWithTwoStep();
  expect(await secretsStatus()).toMatchObject({ earlierRecoveryCodes: 0 });
  const code = (codes[0] ?? "").replace("-", "");
  const hash = keyedHash("recovery-code", JSON.stringify([person.userId, code]));
  await pg()`insert into recovery_codes (user_id, code_hash) values (${person.userId}, ${hash})`;
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  expect(await secretsStatus()).toMatchObject({ earlierRecoveryCodes: 1 });
  await pg()`delete from recovery_codes where octet_length(code_hash) > ${KEYED_HASH_BYTES}`;
  expect(await signInAs(person, { code })).toBe("session");
  expect(await secretsStatus()).toMatchObject({ earlierRecoveryCodes: 0 });
});

test("an address that was suppressed again under the new key is listed once", async () => {
  const { ctx, id } = await createStore();
  await suppress(db(), id, "ada@example.com", "bounced");
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  await suppress(db(), id, "ada@example.com", "complained");
  expect(await rotateSecrets()).toMatchObject({ ok: true });
  const { suppressions } = await listSuppressions(ctx());
  expect(suppressions).toMatchObject([{ email: "ada@example.com", reason: "complained" }]);
});

test("the heaviest reason of an address counts, under whichever keys and spellings it was suppressed", async () => {
  const { ctx, id } = await createStore();
  const THIRD_KEY = "7d".repeat(32);
  await suppress(db(), id, "ada@example.com", "complained");
  await suppress(db(), id, "bob+1@example.com", "bounced");
  await recordMailEvent({ type: "complaint", email: "ada@example.com" });
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  await suppress(db(), id, "ada@example.com", "bounced");
  await suppress(db(), id, "bob@example.com", "unsubscribed");
  await recordMailEvent({ type: "bounce", email: "ada+x@example.com" });
  await restartWithKeys(THIRD_KEY, `${SECOND_KEY},${FIRST_KEY}`);
  await suppress(db(), id, "bob@example.com", "bounced");
  expect(await rotateSecrets()).toMatchObject({ ok: true, remaining: 0 });
  const { suppressions } = await listSuppressions(ctx());
  expect(suppressions).toMatchObject([
    { email: "bob@example.com", reason: "unsubscribed" },
    { email: expect.stringMatching(/^ada@/), reason: "complained" },
  ]);
  expect(await pg()`select reason from undeliverable_addresses`).toEqual([
    { reason: "complained" },
  ]);
});

test("a request that is sent again after the key was changed moves money once, and not another one", async () => {
  const { ctx } = await createStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  const till = await callerWithKey(ctx());
  const headers = { "Idempotency-Key": newId() };
  const debit = () => till.post(`/cards/${id}/debit`, { amountCents: 300 }, { headers });
  const first = await debit();
  expect(first.status).toBe(200);
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  const second = await debit();
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  const other = await till.post(`/cards/${id}/debit`, { amountCents: 301 }, { headers });
  expect(other.body.error).toBe("idempotency_key_reused");
});

test("a code that another key hashed is not imported twice", async () => {
  const { ctx } = await createStore();
  await startImport(ctx(), { ...oneCard, cards: 1 });
  await batchWorker.runDue();
  await restartWithKeys(SECOND_KEY, FIRST_KEY);
  expect((await checkFile(ctx(), oneCard)).problems).toMatchObject([{ column: "code" }]);
  expect(await outcome(startImport(ctx(), { ...oneCard, cards: 1 }))).toBe("invalid_request");
});
