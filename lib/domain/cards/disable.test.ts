import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { atOnce, eventsOf, makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { auditOf } from "@/lib/testing/portal";
import { disable } from "./disable";
import { freeze } from "./freeze";
import { spend } from "./spend";

const accountsOf = async (cardId: string) =>
  (
    await pg()`select type, counter_account as account, amount_cents::int as cents, source from transactions
      where card_id = ${cardId} order by sequence`
  ).map(({ type, account, cents, source }) =>
    [type, account, cents, source].filter((one) => one !== null).join(" "),
  );

test("a card is disabled with its balance owed by default, or written off as breakage in the same commit, frozen or not", async () => {
  const { id: merchantId, ctx } = await openStore();
  const [kept, gone] = await atOnce(2, () => makeCard(ctx, { amountCents: 800 }));
  if (!kept || !gone) throw new Error("no cards");
  expect((await disable(ctx(), { cardId: kept.id })).card).toMatchObject({ balanceCents: 800 });
  await freeze(ctx(), { cardId: gone.id });
  const { card } = await disable(ctx(), { cardId: gone.id, balance: "write_off" });
  expect(card).toMatchObject({ status: "disabled", balanceCents: 0, frozenReason: null });
  expect(await accountsOf(gone.id)).toEqual(["load issuance 800", "spend breakage 800 write_off"]);
  expect((await eventsOf(gone.id)).slice(2)).toEqual([
    "2 card.balance_changed 800 0",
    "3 card.disabled 0 0",
  ]);
  expect((await auditOf(merchantId)).slice(-2)).toMatchObject([
    { action: "card.disabled", details: { balanceCents: 0, writtenOffCents: 800 } },
    { action: "card.written_off", details: { amountCents: 800, currency: "USD" } },
  ]);
  await expectNoProblems();
});

test("a refusal of a card that isn't active says its status", async () => {
  const { ctx } = await openStore();
  const { id: cardId } = await makeCard(ctx, { amountCents: 800 });
  await disable(ctx(), { cardId });
  await expect(spend(ctx(), { cardId, amountCents: 1 })).rejects.toMatchObject({
    code: "card_not_active",
    options: { extras: { status: "disabled" } },
  });
});
