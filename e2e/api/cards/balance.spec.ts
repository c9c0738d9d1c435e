import { expect } from "@playwright/test";
import { expectStatus } from "../support/expectations";
import { SHAPES } from "../support/shapes";
import { test } from "../support/test";

for (const shape of SHAPES) {
  test(`the balance in every state of a card (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard({ currency: "JPY" });
    const balance = async () => {
      const answer = await tills[shape].get(`/cards/${uuid}/balance`);
      expectStatus(answer, 200);
      return answer.body;
    };

    const before = shape === "A" ? "inactive" : "unactivated";
    const both = (cents: number) => ({ balanceCents: cents, availableCents: cents });
    expect(await balance()).toEqual({ uuid, ...both(0), currency: "JPY", status: before });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 700 });
    await tills.A.post(`/cards/${uuid}/debit`, { amountCents: 300 });
    expect(await balance()).toEqual({ uuid, ...both(400), currency: "JPY", status: "active" });
    await tills.A.post(`/cards/${uuid}/holds`, { amountCents: 150 });
    expect(await balance()).toMatchObject({ balanceCents: 400, availableCents: 250 });
    await tills.A.post(`/cards/${uuid}/disable`);
    expect(await balance()).toMatchObject({ ...both(400), status: "disabled" });
  });
}
