import { afterAll, describe, expect, test } from "vitest";
import { Refusal } from "@/lib/base/errors";
import { inBucket, schemaOfBucket } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { inBucketOf, switchBucket } from "@/lib/db/client/in-buckets";
import { acceptAgreement } from "@/lib/domain/transfers/agreements/accept";
import { listAgreements } from "@/lib/domain/transfers/agreements/agreement";
import { endAgreement } from "@/lib/domain/transfers/agreements/end";
import { proposeAgreement } from "@/lib/domain/transfers/agreements/propose";
import { recordPayment } from "@/lib/domain/transfers/agreements/record-payment";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { operation, storedResponse } from "@/lib/ledger/post/operation";
import { verify } from "@/lib/ledger/verify/verify";
import { verifySlices } from "@/lib/ledger/verify/verify-slices";
import { agreedStoresIn, BUCKETS, useBuckets } from "@/lib/testing/buckets";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { outcome, sameRequestContexts } from "@/lib/testing/ledger-fixtures";
import { addMember, auditOf, mailsOfStore } from "@/lib/testing/portal";
import { withoutRequestId } from "@/lib/testing/requests";
import { createStore } from "@/lib/testing/store";
import { balancesOf, startingCard } from "@/lib/testing/stores-model";
import { otherEndsOf, transferOfMovement } from "./read";
import { transfer } from "./transfer";

useBuckets(BUCKETS);

const [FIRST, SECOND, THIRD] = BUCKETS;

async function twoStores(buckets: [string, string] = [SECOND, THIRD]) {
  const [home, away] = await agreedStoresIn(buckets);
  if (!home || !away) throw new Error("a store is missing");
  const [from, to] = [await startingCard(home), await startingCard(away)];
  const send = (amountCents: number, toCode = to.code, ctx = home.ctx()) =>
    inBucketOf(home.id, () => transfer(ctx, { fromCardId: from.id, toCode, amountCents }));
  return { home, away, from, to, send };
}

// But for those on attempts, which are counted before.
const TABLES = [
  "cards",
  "transactions",
  "events",
  "webhook_deliveries",
  "transfers",
  "transfer_agreements",
];

/** All rows that a transfer writes, in all buckets. */
const rowsOf = (tables: string[]) =>
  asOwner(async (sql) => {
    const rows: Record<string, unknown> = {};
    for (const bucket of BUCKETS)
      for (const table of [...tables, "idempotency_keys"]) {
        const name = `${schemaOfBucket(bucket)}.${table}`;
        rows[name] = [...(await sql.unsafe(`select t::text from ${name} t order by 1`))];
      }
    return rows;
  });

describe("a transfer to a store in another bucket", () => {
  test.each(["transactions", "transfer_agreements", "transfers"])(
    "leaves nothing in either bucket if the other half fails at %s, and is made once when it is repeated",
    async (table) => {
      const { home, away, from, to, send } = await twoStores();
      const again = sameRequestContexts(home.ctx);
      const name = `${schemaOfBucket(THIRD)}.${table}`;
      const before = await rowsOf(TABLES);
      await asOwner((sql) =>
        sql.unsafe(`alter table ${name} add constraint full_for_test
          check (merchant_id <> '${away.id}') not valid`),
      );
      await expect(send(30, to.code, again())).rejects.toThrow();
      expect(await rowsOf(TABLES)).toEqual(before);

      await asOwner((sql) => sql.unsafe(`alter table ${name} drop constraint full_for_test`));
      const made = await send(30, to.code, again());
      expect((await send(30, to.code, again())).transfer.id).toBe(made.transfer.id);
      const balances = await balancesOf([home, away]);
      expect([balances.get(from.id), balances.get(to.id)]).toEqual([70, 130]);
      await expectNoProblems();
    },
  );

  test("has its movement, events and deliveries in the other store's bucket, and wakes the worker", async () => {
    const { home, away, to, send } = await twoStores([SECOND, FIRST]);
    const url = "https://receiver.example.com/";
    await inBucketOf(away.id, () =>
      createWebhook(away.ctx(), { url, events: ["card.transferred_in"] }),
    );
    const ctx = home.ctx();
    await send(10, to.code, ctx);
    expect(ctx.reply.queuedWork).toBe(true);
    const queuedIn = async (bucket: string) =>
      await inBucket(
        bucket,
        () => pg()`select from webhook_deliveries where merchant_id = ${away.id}`,
      );
    expect(await queuedIn(FIRST)).toHaveLength(1);
    expect(await queuedIn(SECOND)).toHaveLength(0);
  });

  test("without an agreement is refused as for a code that doesn't exist", async () => {
    const { send } = await twoStores();
    for (const bucket of BUCKETS) {
      const stranger = await startingCard(await createStore({ bucket }));
      const [there, nowhere] = await Promise.all(
        [stranger.code, "2222222222222222"].map((code) => send(10, code).catch((error) => error)),
      );
      expect(there).toMatchObject({ code: "transfers_not_enabled" });
      expect(withoutRequestId(JSON.stringify(there))).toBe(
        withoutRequestId(JSON.stringify(nowhere)),
      );
    }
  });

  test("names its other end to each of the two stores", async () => {
    const stores = await agreedStoresIn([SECOND, FIRST, SECOND, THIRD]);
    const cards = await Promise.all(stores.map(startingCard));
    const [own, ...others] = cards;
    if (!own) throw new Error("a card is missing");
    const sent: string[] = [];
    await inBucketOf(own.storeId, async () => {
      for (const { code } of others) {
        const order = { fromCardId: own.id, toCode: code, amountCents: 5 };
        sent.push((await transfer(own.ctx(), order)).transaction.id);
      }
      const ends = await otherEndsOf(own.storeId, sent);
      expect(sent.map((id) => ends.get(id)?.last4)).toEqual(
        others.map(({ code }) => code.slice(-4)),
      );
    });
    for (const there of others) {
      await inBucketOf(there.storeId, async () => {
        const [row] = await pg()<[{ id: string }]>`select id from transactions
          where card_id = ${there.id} and type = 'transfer_in'`;
        expect(await transferOfMovement(there.storeId, row.id)).toMatchObject({
          direction: "in",
          otherEnd: { store: "Test store", last4: own.code.slice(-4) },
        });
      });
    }
  });

  test("is a problem in both ledgers if its two sides differ", async () => {
    const { home, away, send } = await twoStores();
    const { transfer: side } = await send(10);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const changeSide = (sign: string) =>
      asOwner((sql) =>
        sql.begin(async (tx) => {
          await tx`set local session_replication_role = replica`;
          for (const bucket of [SECOND, THIRD])
            await tx.unsafe(`update ${schemaOfBucket(bucket)}.transfers
              set created_at = '${anHourAgo}' where id = '${side.id}'`);
          await tx.unsafe(`update ${schemaOfBucket(THIRD)}.transfers
            set counter_amount_cents = counter_amount_cents ${sign} 1 where id = '${side.id}'`);
        }),
      );
    await changeSide("+");
    const problem = {
      check: "the two sides of a transfer between buckets match",
      subject: side.id,
      found: "no matching other side",
    };
    for (const { id } of [home, away]) {
      const { problems } = await inBucketOf(id, verify);
      expect(problems.filter(({ merchantId }) => merchantId === id)).toEqual([
        { ...problem, merchantId: id },
      ]);
      await inBucketOf(id, () => verifySlices([id]));
      const [row] = await inBucketOf(
        id,
        () => pg()`select finished_problems from ledger_checks where merchant_id = ${id}`,
      );
      expect(row?.finished_problems).toEqual([problem]);
    }
    await changeSide("-");
  });
});

const LIMITS = { maxTransferCents: 5_000, maxDayCents: 20_000, maxUnsettledCents: 50_000 };

test("an agreement between stores of two buckets is proposed, accepted, settled and ended, each side in its bucket", async () => {
  const [home, away] = [
    await createStore({ bucket: SECOND, name: "Bakery" }),
    await createStore({ bucket: THIRD, name: "Books" }),
  ];
  await addMember(away.id, "owner");
  const [from, to] = [await startingCard(home), await startingCard(away)];
  const atHome = <T>(work: () => Promise<T>) => inBucketOf(home.id, work);
  const atAway = <T>(work: () => Promise<T>) => inBucketOf(away.id, work);

  const proposal = { slug: `store-${away.id}`, ...LIMITS };
  const { id } = (await atHome(() => proposeAgreement(home.ctx(), proposal))).agreement;
  expect(await atAway(() => listAgreements(away.ctx()))).toMatchObject([
    { id, status: "proposed", otherStore: { name: "Bakery" }, otherLimits: LIMITS },
  ]);
  expect(await atAway(() => mailsOfStore(away.id, "agreement_proposed"))).toHaveLength(1);

  await atAway(() => acceptAgreement(away.ctx(), { id, ...LIMITS, maxDayCents: 60 }));
  const order = { fromCardId: from.id, toCode: to.code, amountCents: 50 };
  await atHome(() => transfer(home.ctx(), order));
  expect(await outcome(atHome(() => transfer(home.ctx(), { ...order, amountCents: 11 })))).toBe(
    "transfer_limit_exceeded",
  );
  await atAway(() => recordPayment(away.ctx(), { id, amountCents: 20 }));
  expect(await atHome(() => listAgreements(home.ctx()))).toMatchObject([
    { status: "active", owedByUsCents: 30, owedToUsCents: 0, otherLimits: { maxDayCents: 60 } },
  ]);
  await atHome(() => endAgreement(home.ctx(), { id }));
  expect(
    await outcome(
      atAway(() => transfer(away.ctx(), { ...order, fromCardId: to.id, toCode: from.code })),
    ),
  ).toBe("transfers_not_enabled");

  const actions = ["proposed", "accepted", "settled", "ended"].map((verb) => `agreement.${verb}`);
  for (const store of [home, away]) {
    const entries = await inBucketOf(store.id, () => auditOf(store.id));
    expect(
      entries.map(({ action }) => action).filter((action) => actions.includes(action)),
    ).toEqual(actions);
  }
  await expectNoProblems();
});

test("stores in two buckets that propose to each other at the same time have one agreement", async () => {
  for (let n = 0; n < 5; n++) {
    const pair = [await createStore({ bucket: SECOND }), await createStore({ bucket: THIRD })];
    const outcomes = await Promise.all(
      [pair, pair.toReversed()].map(([one, other]) => {
        const proposal = { slug: `store-${other?.id}`, ...LIMITS };
        return outcome(
          inBucketOf(one?.id ?? "", () => {
            if (!one) throw new Error("a store is missing");
            return proposeAgreement(one.ctx(), proposal);
          }),
        );
      }),
    );
    expect(outcomes.sort()).toEqual(["done", "invalid_request"]);
  }
});

test("after a refusal in another store's bucket, the response is stored in one's own", async () => {
  const { home, away } = await twoStores();
  const ctx = sameRequestContexts(home.ctx);
  const refused = () =>
    inBucketOf(home.id, () =>
      operation(ctx(), (tx) =>
        switchBucket(tx, { merchantId: away.id }, async () => {
          throw new Refusal("card_not_active");
        }),
      ),
    );
  expect(await outcome(refused())).toBe("card_not_active");
  expect(await outcome(inBucketOf(home.id, () => storedResponse(ctx())))).toBe("card_not_active");
});

afterAll(expectNoProblems);
