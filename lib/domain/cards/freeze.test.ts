import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import {
  ADA_EMAIL,
  eventsOf,
  give,
  makeCard,
  openStore,
  outcome,
  stateOfCard,
  twoAgreedStores,
} from "@/lib/testing/ledger-fixtures";
import { auditOf } from "@/lib/testing/portal";
import { credit } from "./credit";
import { disable } from "./disable";
import { freeze, unfreeze } from "./freeze";
import { load } from "./load";
import { spend } from "./spend";

test("nothing is taken from a frozen card by a debit, transfer or gift, money can be added, and unfreezing ends it", async () => {
  const [{ ctx }, away] = await twoAgreedStores();
  const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
  const other = await makeCard(away.ctx, { amountCents: 100 });
  const taking = () => [
    () => spend(ctx(), { cardId: card.id, amountCents: 100 }),
    () => transfer(ctx(), { fromCardId: card.id, toCode: other.code, amountCents: 100 }),
    () => give(ctx, card, 100),
  ];
  expect((await freeze(ctx(), { cardId: card.id })).card).toMatchObject({ status: "active" });
  for (const take of taking()) expect(await outcome(take())).toBe("card_frozen");
  await credit(ctx(), { cardId: card.id, amountCents: 10 });
  await load(ctx(), { cardId: card.id, amountCents: 10 });
  const into = { fromCardId: other.id, toCode: card.code, amountCents: 10 };
  expect(await outcome(transfer(away.ctx(), into))).toBe("done");
  expect(await stateOfCard(card.id)).toMatchObject({ balance: 1_030 });
  await unfreeze(ctx(), { cardId: card.id });
  for (const take of taking()) expect(await outcome(take())).toBe("done");
  await expectNoProblems();
});

test("a frozen card that has expired is refused as frozen, and a disabled one by its status", async () => {
  const { ctx } = await openStore();
  const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
  await freeze(ctx(), { cardId });
  await pg()`update cards set expires_on = current_date - 2 where id = ${cardId}`;
  const take = () => outcome(spend(ctx(), { cardId, amountCents: 1 }));
  expect(await take()).toBe("card_frozen");
  await disable(ctx(), { cardId });
  expect(await take()).toBe("card_not_active");
});

test("freezing and unfreezing are audited with the reason, cause no event, and are repeated without effect", async () => {
  const { id: merchantId, ctx } = await openStore();
  const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
  const before = await eventsOf(cardId);
  const reasons = [];
  for (const reason of ["Lost", undefined, "Lost", "Stolen"]) {
    reasons.push((await freeze(ctx(), { cardId, reason })).card.frozenReason);
  }
  expect(reasons).toEqual(["Lost", "Lost", "Lost", "Stolen"]);
  await unfreeze(ctx(), { cardId });
  expect((await unfreeze(ctx(), { cardId })).card.frozenReason ?? null).toBeNull();
  expect((await auditOf(merchantId)).slice(1)).toMatchObject([
    { action: "card.frozen", details: { reason: "Lost" } },
    { action: "card.frozen", details: { reason: "Stolen" } },
    { action: "card.unfrozen" },
  ]);
  expect(await eventsOf(cardId)).toEqual(before);
});

test("only an active card is frozen", async () => {
  const { ctx } = await openStore();
  const { id: cardId } = await makeCard(ctx);
  for (const change of [freeze, unfreeze]) {
    expect(await outcome(change(ctx(), { cardId }))).toBe("card_not_active");
  }
});
