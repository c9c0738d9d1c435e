import { describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { FIRST_BUCKET, schemasOf } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { functionFiles, migrationFiles } from "@/lib/db/migrate/release-files";
import { CARD_STATUSES, CARD_TYPES } from "@/lib/db/schema/cards";
import { COUNTER_ACCOUNTS, isIncoming, TRANSACTION_TYPES } from "@/lib/db/schema/transactions";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { load } from "@/lib/domain/cards/load";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { spend } from "@/lib/domain/cards/spend";
import { asOwner } from "@/lib/testing/database";
import { eventsOf, makeCard, outcome, race, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { move } from "./move";

const newCard = async (ctx: () => Ctx, amountCents?: number) =>
  (await makeCard(ctx, { amountCents })).id;

describe("move", () => {
  test("every movement is one transaction with the next sequence and the balance after it", async () => {
    const { ctx } = await createStore();
    const cardId = await newCard(ctx, 1_000);
    await spend(ctx(), { cardId, amountCents: 300, note: "Lunch", referenceId: "r-1" });
    const { card, previousBalanceCents } = await credit(ctx(), { cardId, amountCents: 50 });

    expect([previousBalanceCents, card.balanceCents, card.sequence]).toEqual([700, 750, 3]);
    const rows = await pg()`select sequence::int, type, amount_cents::int as amount,
        balance_after_cents::int as after, note, reference_id as reference
      from transactions where card_id = ${cardId} order by sequence`;
    expect(rows).toMatchObject([
      { sequence: 1, type: "load", amount: 1_000, after: 1_000 },
      { sequence: 2, type: "spend", amount: 300, after: 700, note: "Lunch", reference: "r-1" },
      { sequence: 3, type: "load", amount: 50, after: 750 },
    ]);
  });

  test("each movement writes the events of the table with the card's sequence", async () => {
    const { ctx } = await createStore();
    const cardId = await newCard(ctx, 1_000);
    await spend(ctx(), { cardId, amountCents: 1 });
    await load(ctx(), { cardId, amountCents: 5 });

    expect(await eventsOf(cardId)).toEqual([
      "1 card.activated 1000 1000",
      "1 card.balance_changed 1000 1000",
      "2 card.balance_changed 1 999",
      "2 card.debited 1 999",
      "3 card.balance_changed 5 1004",
      "3 card.credited 5 1004",
      "3 card.reloaded 5 1004",
    ]);
  });

  test("200 concurrent debits of 1 on a balance of 100: exactly 100 succeed", async () => {
    const { ctx } = await createStore();
    const cardId = await newCard(ctx, 100);

    const outcomes = await race(200, () => spend(ctx(), { cardId, amountCents: 1 }));

    expect(outcomes).toEqual({ done: 100, insufficient_balance: 100 });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 0, sequence: 101 });
  });

  test("a balance never exceeds 2^53 - 1", async () => {
    const { ctx } = await createStore();
    const cardId = await newCard(ctx, Number.MAX_SAFE_INTEGER - 1);
    const add = (amountCents: number) => outcome(credit(ctx(), { cardId, amountCents }));
    expect(await add(1)).toBe("done");
    for (const amountCents of [1, Number.MAX_SAFE_INTEGER])
      expect(await add(amountCents)).toBe("balance_limit_exceeded");
    expect((await stateOfCard(cardId))?.balance).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("a card loaded on its last day is spendable, a day later it is expired until it is loaded again", async () => {
    const { ctx } = await createStore({ validityMonths: 1, timeZone: "Pacific/Auckland" });
    const cardId = await newCard(ctx, 500);
    const spent = () => outcome(spend(ctx(), { cardId, amountCents: 1 }));
    await pg()`update cards set expires_on = (now() at time zone 'Pacific/Auckland')::date
      where id = ${cardId}`;
    expect(await spent()).toBe("done");
    await pg()`update cards set expires_on = expires_on - 1 where id = ${cardId}`;
    expect(await spent()).toBe("card_expired");
    await credit(ctx(), { cardId, amountCents: 1 });
    expect(await spent()).toBe("done");
  });

  test("another merchant's card is not found", async () => {
    const [mine, theirs] = [await createStore(), await createStore()];
    const cardId = await newCard(theirs.ctx, 500);
    expect(await outcome(spend(mine.ctx(), { cardId, amountCents: 1 }))).toBe("not_found");
  });

  test("refusals come in order: status, currency, owner, balance; they move nothing", async () => {
    const { ctx } = await createStore();
    const { id: cardId } = await makeCard(ctx, { owner: "ada@example.com" });
    const theirs = { cardId, amountCents: 1, consumerEmail: "bob@example.com" };
    expect(await outcome(spend(ctx(), theirs))).toBe("card_not_active");
    const inEuros = activate(ctx(), { ...theirs, currency: "EUR" });
    expect(await outcome(inEuros)).toBe("currency_mismatch");
    expect(await outcome(activate(ctx(), theirs))).toBe("card_already_claimed");
    expect(await stateOfCard(cardId)).toMatchObject({
      status: "inactive",
      balance: 0,
      sequence: 0,
    });
    await activate(ctx(), { cardId, amountCents: 1 });
    expect(await outcome(activate(ctx(), theirs))).toBe("card_already_active");
    await expect(spend(ctx(), { cardId, amountCents: 2 })).rejects.toMatchObject({
      code: "insufficient_balance",
      options: { extras: { balanceCents: 1 } },
    });
  });

  test("an expired card in the wrong currency is refused as expired, and a disabled one as not active", async () => {
    const { ctx } = await createStore();
    const cardId = await newCard(ctx, 500);
    await pg()`update cards set expires_on = '2000-01-01' where id = ${cardId}`;
    const spent = { ...MOVEMENT_POLICIES.redemption, cardId, amountCents: 501, currency: "EUR" };
    expect(await outcome(move(ctx(), spent))).toBe("card_expired");
    await disable(ctx(), { cardId });
    expect(await outcome(move(ctx(), spent))).toBe("card_not_active");
  });
});

describe("the database itself", () => {
  test("holds the functions exactly as the sources have them", async () => {
    const installed = await pg()<{ name: string; body: string }[]>`
      select proname as name, prosrc as body from pg_proc
      where pronamespace in (select oid from pg_namespace where nspname = any(${schemasOf([FIRST_BUCKET])}::text[]))`;
    const sources = [...migrationFiles(), ...functionFiles()].map(({ text }) => text).join("\n");
    expect(installed.map((f) => f.name)).toContain("move_together");
    for (const { body } of installed) expect(sources).toContain(body);
    const named = [...sources.matchAll(/create (?:or replace )?function (\w+)/g)].map((m) => m[1]);
    expect(installed.map((f) => f.name).sort()).toEqual(named.sort());
  });

  test.each([
    "update transactions set amount_cents = 1",
    "update transactions set note = '[redacted]'",
    "delete from transactions",
    "truncate transactions",
    "alter table transactions disable trigger all",
    "drop trigger transactions_append_only on transactions",
    "set session_replication_role = replica",
    "delete from cards",
    "update cards set code_hmac = sha256(code_hmac), sealed_code = 'x'",
    "update cards set currency = 'EUR'",
    "update events set amount_cents = 1",
    "delete from audit_log",
    "truncate audit_log",
    "delete from encryption_keys",
    "delete from migrations.installed",
    "create table mine (n int)",
    "create role another",
    "copy (select 1) to program 'true'",
  ])("the app's role may not: %s", async (statement) => {
    const { ctx } = await createStore();
    await newCard(ctx, 10);
    const [role] = await pg()`select rolname, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname = current_user`;
    const powers = { rolsuper: false, rolcreaterole: false, rolcreatedb: false };
    expect(role).toMatchObject({ rolname: "scrip_app", ...powers, rolbypassrls: false, owned: 0 });
    await expect(pg().unsafe(statement)).rejects.toThrow(
      /permission denied|must be (owner|superuser)/,
    );
  });

  test.each([
    ["update transactions set amount_cents = 1", "append-only"],
    ["delete from transactions", "append-only"],
    ["truncate transactions", "append-only"],
    ["update transactions set status = 'pending'", "append-only"],
    ["delete from cards", "never deleted"],
    ["update cards set currency = 'EUR'", "keeps its currency"],
    ["update cards set code_hmac = sha256(code_hmac)", "keeps its currency and code"],
    ["update cards set balance_cents = -1 where status = 'active'", "cents_exact"],
    ["update cards set balance_cents = 9007199254740992 where status = 'active'", "cents_exact"],
    ["update cards set status = 'inactive'", "cards_rules"],
    ["update cards set sequence = -1", "cards_rules"],
    ["update cards set status = 'sold'", "card_status_known"],
    ["update cards set card_type = 'paper'", "card_type_known"],
    [
      `insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
          amount_cents, currency, balance_after_cents, actor, request_id)
        select merchant_id, gen_random_uuid(), card_id, sequence, type, status, counter_account,
          amount_cents, currency, balance_after_cents, actor, request_id from transactions`,
      "transactions_card_sequence",
    ],
  ])("refuses: %s (%s)", async (statement, reason) => {
    const { ctx } = await createStore();
    await newCard(ctx, 10);
    await expect(asOwner((sql) => sql.unsafe(statement))).rejects.toThrow(reason);
  });

  test.each([
    ["type", "refund", "transaction_type_known"],
    ["status", "done", "transaction_status_known"],
    ["status", "failed", "transaction_status_known"],
    ["counter_account", "cash", "counter_account_known"],
    ["amount_cents", 0, "amount_cents_positive"],
    ["amount_cents", "9007199254740992", "cents_exact"],
    ["balance_after_cents", -1, "cents_exact"],
    ["balance_after_cents", "9007199254740992", "cents_exact"],
    ["sequence", 0, "sequence_number_positive"],
    ["note", "x".repeat(501), "note_length"],
    ["reference_id", "x".repeat(256), "reference_length"],
    ["currency", "usd", "currency_code_form"],
  ])("refuses a transaction whose %s is %s", async (column, value, reason) => {
    const { ctx, id } = await createStore();
    const row = {
      merchant_id: id,
      id: newId(),
      card_id: await newCard(ctx, 10),
      sequence: 2,
      type: "spend",
      status: "completed",
      counter_account: "redemption",
      amount_cents: 1,
      currency: "USD",
      balance_after_cents: 9,
      note: null,
      reference_id: null,
      actor: "key:x",
      request_id: "req",
    };
    const insert = (values: object) =>
      pg().unsafe(
        `insert into transactions (${Object.keys(values)})
          values (${Object.keys(values).map((_, n) => `$${n + 1}`)})`,
        Object.values(values),
      );
    await expect(insert({ ...row, [column]: value })).rejects.toThrow(reason);
    await insert(row);
  });

  test("every kind of transaction and card that the code names is allowed, and adds or takes as it says", async () => {
    const domains = {
      transaction_type: TRANSACTION_TYPES,
      counter_account: COUNTER_ACCOUNTS,
      card_status: CARD_STATUSES,
      card_type: CARD_TYPES,
    };
    for (const [domain, words] of Object.entries(domains)) {
      for (const word of words) await pg().unsafe(`select '${word}'::${domain}`);
    }
    const signs =
      await pg()`select sign_of(type) as sign from unnest(${[...TRANSACTION_TYPES]}::text[]) type`;
    expect(signs.map(({ sign }) => sign > 0)).toEqual(TRANSACTION_TYPES.map(isIncoming));
  });

  test("lets a pending transaction complete, and a note be redacted, and nothing more", async () => {
    const { ctx, id } = await createStore();
    const cardId = await newCard(ctx, 10);
    const sql = pg();
    await sql`insert into transactions (merchant_id, id, card_id, sequence, type, status,
        counter_account, amount_cents, currency, balance_after_cents, note, actor, request_id)
      values (${id}, gen_random_uuid(), ${cardId}, 2, 'gift_sent', 'pending', 'escrow', 1, 'USD',
        9, 'private', 'key:x', 'req')`;
    const set = (change: string) =>
      asOwner((owner) =>
        owner.unsafe(
          `update transactions set ${change} where merchant_id = '${id}' and sequence = 2`,
        ),
      );
    for (const [change, refusedNext] of [
      [null, "status = 'completed', amount_cents = 2"],
      ["status = 'completed'", "status = 'pending'"],
      ["note = '[redacted]'", "note = 'x'"],
    ] as const) {
      if (change) await set(change);
      await expect(set(refusedNext)).rejects.toThrow("append-only");
    }
  });
});
