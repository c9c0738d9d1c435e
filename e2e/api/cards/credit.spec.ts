import { expect } from "@playwright/test";
import { expectRefusal, expectStatus } from "../support/expectations";
import { asCardA, SHAPES } from "../support/shapes";
import { test } from "../support/test";

const LARGEST_CENTS = Number.MAX_SAFE_INTEGER;

for (const shape of SHAPES) {
  test(`a credit adds to the balance (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid } = await activeCard({ amountCents: 1_000 });

    const wanted = { amountCents: 250, referenceId: "refund-3" };
    const added = await tills[shape].post(`/cards/${uuid}/credit`, wanted);

    expectStatus(added, 200);
    expect(asCardA(added.body.card)).toMatchObject({ uuid, balanceCents: 1_250 });
    expect(added.body.transaction).toMatchObject({
      cardUuid: uuid,
      type: "load",
      amountCents: 250,
      currency: "USD",
      description: "Loaded",
      referenceId: "refund-3",
      status: "completed",
      balanceAfterCents: 1_250,
      sequence: 2,
    });
  });

  test(`no balance exceeds 2^53−1 (Shape ${shape})`, async ({ activeCard, balanceOf, tills }) => {
    const { uuid } = await activeCard({ amountCents: LARGEST_CENTS - 1 });
    expectStatus(await tills[shape].post(`/cards/${uuid}/credit`, { amountCents: 1 }), 200);
    expect(await balanceOf(uuid)).toBe(LARGEST_CENTS);

    for (const amountCents of [1, LARGEST_CENTS]) {
      const refused = await tills[shape].post(`/cards/${uuid}/credit`, { amountCents });
      expectRefusal(refused, 400, "balance_limit_exceeded");
    }
    expect(await balanceOf(uuid)).toBe(LARGEST_CENTS);
  });
}
