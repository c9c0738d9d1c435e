import { expect } from "@playwright/test";
import { expectStatus, keysOf } from "../support/expectations";
import { NAMES, SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`the balance in every state of a card (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard({ currency: "JPY" });
    const balance = async () => {
      const answer = await tills[shape].get(`/cards/${uuid}/balance`);
      expectStatus(answer, 200);
      expect(keysOf(answer.body)).toEqual(NAMES.balance);
      return answer.body;
    };

    const before = shape === "A" ? "inactive" : "unactivated";
    expect(await balance()).toEqual({ uuid, balanceCents: 0, currency: "JPY", status: before });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 700 });
    await tills.A.post(`/cards/${uuid}/debit`, { amountCents: 300 });
    expect(await balance()).toEqual({ uuid, balanceCents: 400, currency: "JPY", status: "active" });
    await tills.A.post(`/cards/${uuid}/disable`);
    expect(await balance()).toMatchObject({ balanceCents: 400, status: "disabled" });
  });
}
