import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard, openStore, outcome, race, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { disable } from "./disable";
import { writeOffDisabled } from "./write-off";

test("the balance of a disabled card is written off once, also by ten requests at a time, and the books verify", async () => {
  const { ctx } = await openStore();
  const { id: cardId } = await makeCard(ctx, { amountCents: 800 });
  expect(await outcome(writeOffDisabled(ctx(), { cardId }))).toBe("invalid_request");
  await disable(ctx(), { cardId });
  const counts = await race(10, () => writeOffDisabled(ctx(), { cardId }));
  expect(counts).toEqual({ done: 1, invalid_request: 9 });
  expect(await stateOfCard(cardId)).toMatchObject({ status: "disabled", balance: 0, sequence: 3 });
  const [, writtenOff] =
    await pg()`select type, counter_account as account, amount_cents::int as cents, source
    from transactions where card_id = ${cardId} order by sequence`;
  expect(writtenOff).toEqual({
    type: "spend",
    account: "breakage",
    cents: 800,
    source: "write_off",
  });
  await expectNoProblems();
});
