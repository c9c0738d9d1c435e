import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { atOnce } from "@/lib/testing/ledger-fixtures";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { issueStoreCredit } from "./issue";

test("credits at the same time, to a consumer whom another store creates meanwhile, make one wallet with one card", async () => {
  const { ctx, id } = await createStore();
  const credit = { email: uniqueEmail(), amountCents: 100, currency: "USD", source: "manual" };
  const sql = ownConnection();
  await sql`begin`;
  await sql`insert into consumers (id, email) values (${newId()}, ${credit.email})`;
  const issued = atOnce(2, () => issueStoreCredit(ctx(), credit));
  await waitForLocks(2);
  await sql`commit`;
  expect(new Set((await issued).map(({ walletId }) => walletId))).toHaveLength(1);
  const cards =
    await pg()`select balance_cents::int as balance from cards where merchant_id = ${id}`;
  expect([...cards]).toEqual([{ balance: 200 }]);
  await expectNoProblems();
});
