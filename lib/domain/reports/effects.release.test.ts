import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { freeze } from "@/lib/domain/cards/freeze";
import { load } from "@/lib/domain/cards/load";
import { replace } from "@/lib/domain/cards/replace";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { writeOffDisabled, writeOffExpired } from "@/lib/domain/cards/write-off";
import { captureHold } from "@/lib/domain/holds/capture";
import { placeHold } from "@/lib/domain/holds/place";
import { releaseHold } from "@/lib/domain/holds/release";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { give, makeCard, twoAgreedStores } from "@/lib/testing/ledger-fixtures";
import { uniqueEmail } from "@/lib/testing/wallet";
import { exportJournal } from "./journal";
import { readOverview } from "./overview";
import { readRollForward } from "./roll-forward";

const CENTS = 100;

type Given = { ctx: () => Ctx; card: Awaited<ReturnType<typeof makeCard>>; other: Given["card"] };
type Prepared = () => Promise<unknown>;

/** Prepares each operation of the guide on a card with ten times the amount, as a function that performs it. */
const OPERATIONS: Record<string, (given: Given) => Promise<Prepared>> = {
  Activate: async ({ ctx }) => {
    const { id: cardId } = await makeCard(ctx);
    return () => activate(ctx(), { cardId, amountCents: CENTS });
  },
  "Load, or credit as a top-up":
    async ({ ctx, card }) =>
    () =>
      load(ctx(), { cardId: card.id, amountCents: CENTS }),
  "Issue store credit":
    async ({ ctx }) =>
    () =>
      issueStoreCredit(ctx(), {
        email: uniqueEmail(),
        amountCents: CENTS,
        currency: "USD",
        source: "return",
      }),
  "Debit, or redeem":
    async ({ ctx, card }) =>
    () =>
      spend(ctx(), { cardId: card.id, amountCents: CENTS }),
  Refund: async ({ ctx, card }) => {
    const { transaction } = await spend(ctx(), { cardId: card.id, amountCents: 3 * CENTS });
    const originalTransactionId = transaction.id;
    return () => credit(ctx(), { cardId: card.id, amountCents: CENTS, originalTransactionId });
  },
  "Reverse a load": async ({ ctx, card }) => {
    const { transaction } = await load(ctx(), { cardId: card.id, amountCents: CENTS });
    return () => reverse(ctx(), { transactionId: transaction.id });
  },
  "Reverse a redemption": async ({ ctx, card }) => {
    const { transaction } = await spend(ctx(), { cardId: card.id, amountCents: CENTS });
    return () => reverse(ctx(), { transactionId: transaction.id });
  },
  "Place a hold":
    async ({ ctx, card }) =>
    () =>
      placeHold(ctx(), { cardId: card.id, amountCents: CENTS, expiresInSeconds: 600 }),
  "Capture a hold": async ({ ctx, card }) => {
    const holdId = await placedHoldId(ctx, card.id);
    return () => captureHold(ctx(), { holdId });
  },
  "Release a hold": async ({ ctx, card }) => {
    const holdId = await placedHoldId(ctx, card.id);
    return () => releaseHold(ctx(), { holdId });
  },
  "Transfer to another store":
    async ({ ctx, card, other }) =>
    () =>
      transfer(ctx(), { fromCardId: card.id, toCode: other.code, amountCents: CENTS }),
  "Send a gift":
    async ({ ctx, card }) =>
    () =>
      give(ctx, card, CENTS, { recipientEmail: uniqueEmail() }),
  Replace:
    async ({ ctx, card }) =>
    () =>
      replace(ctx(), { cardId: card.id }),
  Freeze:
    async ({ ctx, card }) =>
    () =>
      freeze(ctx(), { cardId: card.id }),
  "Disable, keep the balance":
    async ({ ctx, card }) =>
    () =>
      disable(ctx(), { cardId: card.id }),
  "Disable, write off the balance": async ({ ctx }) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: CENTS });
    return () => disable(ctx(), { cardId, balance: "write_off" });
  },
  "Write off a disabled card": async ({ ctx }) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: CENTS });
    await disable(ctx(), { cardId });
    return () => writeOffDisabled(ctx(), { cardId });
  },
  "Write off an expired card": async ({ ctx }) => {
    const { id: cardId } = await makeCard(ctx, { amountCents: CENTS });
    await pg()`update cards set expires_on = current_date - 30 where id = ${cardId}`;
    return () => writeOffExpired(ctx(), { cardIds: [cardId] });
  },
};

const placedHoldId = async (ctx: () => Ctx, cardId: string) =>
  (await placeHold(ctx(), { cardId, amountCents: CENTS, expiresInSeconds: 600 })).hold.id;

/** Reads what the reports of a store say, in minor units. */
async function readBooks(ctx: () => Ctx, merchantId: string) {
  const [{ months }, overview, [held]] = await Promise.all([
    readRollForward(ctx(), { currency: "USD" }),
    readOverview(ctx()),
    pg()`select coalesce(sum(held_cents), 0)::float8 as cents from cards
      where merchant_id = ${merchantId}`,
  ]);
  const changes = months[0]?.changes;
  const usd = overview.currencies.find(({ currency }) => currency === "USD");
  return {
    Issued: Number(changes?.issued ?? 0),
    "Store credit": Number(changes?.credited ?? 0),
    Redeemed: -Number(changes?.redeemed ?? 0),
    Breakage: -Number(changes?.breakage ?? 0),
    "In escrow": Number(usd?.escrow.amountCents ?? 0),
    Outstanding: Number(usd?.outstandingCents ?? 0),
    Held: Number(held?.cents),
  };
}

/** The accounts of the journal's movements, without duplicates. */
async function accountsOf(ctx: () => Ctx): Promise<Map<string, string>> {
  const today = new Date().toISOString().slice(0, 10);
  const accounts = new Map<string, string>();
  for await (const entries of exportJournal(ctx(), { from: today, to: today, by: "movement" })) {
    for (const { id, counterAccount } of entries) accounts.set(id, counterAccount);
  }
  return accounts;
}

/** The rows of the guide's table, as cells. */
function rowsOfGuide(): string[][] {
  const guide = readFileSync("docs/guides/money.md", "utf8");
  const [, section = ""] = guide.split("## Accounting by operation\n");
  const [table = ""] = section.split("\n## ");
  const lines = table.split("\n").filter((line) => line.startsWith("|"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("the guide says which figures each operation changes, and the reports agree", async () => {
  const [, , ...rows] = rowsOfGuide();
  expect(rows.map(([name]) => name)).toEqual(Object.keys(OPERATIONS));
  for (const row of rows) {
    const [{ id, ctx }, away] = await twoAgreedStores();
    const card = await makeCard(ctx, { amountCents: 10 * CENTS, owner: uniqueEmail() });
    const other = await makeCard(away.ctx, { amountCents: CENTS });
    const perform = await OPERATIONS[row[0] ?? ""]?.({ ctx, card, other });
    const [before, accountsBefore] = [await readBooks(ctx, id), await accountsOf(ctx)];
    await perform?.();
    const [after, accountsAfter] = [await readBooks(ctx, id), await accountsOf(ctx)];

    const added = [...accountsAfter].filter(([one]) => !accountsBefore.has(one));
    const changes = Object.entries(before).flatMap(([name, cents]) => {
      const difference = after[name as keyof typeof after] - cents;
      expect([0, CENTS], `${row[0]}: ${name}`).toContain(Math.abs(difference));
      return difference === 0 ? [] : [`${name} ${difference > 0 ? "+" : "−"}`];
    });
    const accounts = [...new Set(added.map(([, account]) => `\`${account}\``))].join(", ");
    expect(row).toEqual([row[0], accounts, changes.join(", ") || "Nothing"]);
  }
  await expectNoProblems();
});
