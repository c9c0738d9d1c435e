import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { storeWithPeople } from "@/lib/testing/portal";
import * as activate from "./route";

useTestDatabase();

const paid = { amountCents: 2_500, note: "Paid in cash", referenceId: "receipt-7" };

test("a card is activated once under an Idempotency-Key, with a note and a reference that its first movement keeps", async () => {
  const { owner, card } = await storeWithPeople();
  const { id: uuid } = await card({});
  const at = { params: { uuid }, headers: { "Idempotency-Key": newId() } };
  const body = { ...paid, consumerEmail: "ada@example.com" };
  const answer = await owner.post(activate, body, at);
  expect(answer.status).toBe(200);
  expect(answer.body.card).toMatchObject({ status: "active", ownerEmail: "ada@example.com" });
  const { transaction } = answer.body;
  expect(transaction).toMatchObject({ description: "Paid in cash", referenceId: "receipt-7" });
  expect((await owner.post(activate, body, at)).text).toBe(answer.text);

  const rows = await pg()`select note, reference_id as ref, actor, balance_cents::int as cents
    from transactions t join cards c on c.id = t.card_id where c.id = ${uuid}`;
  const actor = `user:${owner.userId}`;
  expect([...rows]).toEqual([{ note: paid.note, ref: paid.referenceId, actor, cents: 2_500 }]);
});
