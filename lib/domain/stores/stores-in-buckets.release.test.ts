import { expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { inBucket } from "@/lib/db/client/buckets";
import { db, pg } from "@/lib/db/client/client";
import { startImport } from "@/lib/domain/batches/import/start";
import { batchWorker } from "@/lib/domain/batches/work";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { SENDER_QUOTAS, takeMailQuota } from "@/lib/domain/limits/mail-quotas";
import { findSuppression, unsubscribe } from "@/lib/domain/mail/suppressions";
import { unsubscribeLinks } from "@/lib/domain/mail/unsubscribe-link";
import { signIn } from "@/lib/domain/people/sign-in";
import { FIRST, SECOND, storeIn, TWO_BUCKETS, useBuckets } from "@/lib/testing/buckets";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { addMember, auditOf, callerOf, PASSWORD } from "@/lib/testing/portal";
import { addCashier, addDevice, pairBrowser, unlock } from "@/lib/testing/till-device";
import { uniqueAddress, uniqueEmail } from "@/lib/testing/wallet";

useBuckets(TWO_BUCKETS);

test("a till is paired by its code alone, and works, at a store of any bucket", async () => {
  for (const store of [await storeIn(FIRST), await storeIn(SECOND)]) {
    const device = await store.at(() => addDevice(store));
    const cashierId = await store.at(() => addCashier(store.id));
    const browser = await pairBrowser(device.code);
    expect((await browser.get("/device")).body).toMatchObject({
      device: { id: device.id },
      store: { id: store.id },
    });
    expect((await unlock(browser, cashierId)).headers["scrip-till"]).toMatch(/^[0-9a-f-]{36}$/);
    const log = await store.at(() => auditOf(store.id));
    expect(log.map(({ action }) => action)).toContain("device.paired");
  }
});

test("what people of several stores do is in the audit log of each store, in its bucket", async () => {
  const store = await storeIn(SECOND);
  const twin = await storeIn(FIRST);
  const person = await callerOf(await addMember(store.id, "owner"));
  await pg()`insert into memberships (merchant_id, user_id, role)
    values (${twin.id}, ${person.userId}, 'owner')`;
  const browser = { address: uniqueAddress(), userAgent: null };
  await signIn({ email: person.email, password: PASSWORD }, browser);
  await signIn({ email: person.email, password: "a wrong guess" }, browser);
  const shop = { "Scrip-Store": store.id };
  await person.post("/stores/switch", { merchantId: twin.id }, { headers: shop });
  await person.post("/stores/switch", { merchantId: store.id, testMode: true });

  const actions = async ({ id, at }: typeof store) =>
    (await at(() => auditOf(id))).map(({ action }) => action);
  await vi.waitFor(async () => expect(await actions(twin)).toContain("session.refused"));
  expect(await actions(store)).toEqual(["session.opened", "session.opened", "session.refused"]);
  expect(await actions(twin)).toEqual(["session.refused", "session.switched"]);
  const [test] = await pg()`select id, bucket from merchants where live_merchant_id = ${store.id}`;
  expect(test?.bucket).toBe(SECOND);
  expect(await store.at(() => auditOf(test?.id))).toMatchObject([
    { action: "merchant.created" },
    { action: "session.switched" },
  ]);
});

test("an unsubscribe link stops the email of its own store, in any bucket", async () => {
  const email = uniqueEmail();
  for (const store of [await storeIn(FIRST), await storeIn(SECOND)]) {
    const { page } = unsubscribeLinks({ merchantId: store.id, email });
    await unsubscribe(page.split("/").at(-1) ?? "");
    expect(await store.at(() => findSuppression(db(), store.id, email))).toBe("unsubscribed");
  }
});

test("a code of another bucket's card is not imported again, and a code of another provider is", async () => {
  const [store, other] = [await storeIn(SECOND), await storeIn(FIRST)];
  const { code } = await other.card(700);
  const mixed = `code,balance\n${code},5.00\nABCDE12345,6.00\n`;
  const foreign = `code,balance\nABCDE12345,1.00\n`;
  const file = { currency: "USD", name: "Old cards", cardType: "physical" } as const;
  const codesOf = ({ id }: { id: string }) =>
    pg()`select code_last4 as last4 from cards where merchant_id = ${id} order by 1`;
  for (const [at, csv, cards] of [
    [other, foreign, 1],
    [store, mixed, 2],
  ] as const)
    await at.at(async () => {
      await startImport(at.ctx(), { ...file, csv, cards });
      await batchWorker.runDue();
    });
  expect([...(await store.at(() => codesOf(store)))]).toEqual([{ last4: "2345" }]);
  expect(await other.at(() => codesOf(other))).toHaveLength(2);
});

test("guesses of a PIN count alike at stores of all buckets", async () => {
  const who = newId();
  const guessIn = (bucket: string) => inBucket(bucket, () => outcome(takeAttempt("pin", who)));
  for (let n = 0; n < 5; n++)
    expect([await guessIn(FIRST), await guessIn(SECOND)]).toEqual(["done", "done"]);
  expect([await guessIn(FIRST), await guessIn(SECOND)]).toEqual(["rate_limited", "rate_limited"]);
});

test("a customer sends as many gifts a day at stores of several buckets as at one", async () => {
  const [from, stores] = [uniqueEmail(), [await storeIn(FIRST), await storeIn(SECOND)]];
  const send = async () =>
    await Promise.all(
      stores.map(({ id: merchantId, at }) => {
        const mail = { merchantId, to: uniqueEmail(), cause: "customer", from } as const;
        return at(() => outcome(db().transaction((tx) => takeMailQuota(tx, mail))));
      }),
    );
  for (let n = 0; n < SENDER_QUOTAS.gifts / 2; n++) expect(await send()).toEqual(["done", "done"]);
  expect(await send()).toEqual(["rate_limited", "rate_limited"]);
});
