import { expect } from "vitest";
import { ABSENT_ID } from "@/lib/testing/api/calls";
import { expectInvalid, expectRefusal, expectStatus } from "@/lib/testing/api/expectations";
import { send } from "@/lib/testing/api/send";
import { SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";

for (const shape of SHAPES) {
  test(`Of several faults the first in the order of refusals is answered: caller, request, replay, limit, card, status, expiry, balance (Shape ${shape})`, async ({
    activeCard,
    makeKey,
    sql,
    tills,
  }) => {
    const card = await activeCard({ amountCents: 100 });
    const limited = await makeKey({ shape, limited: true });
    const reader = await makeKey({ shape, scopes: ["cards:read"] });
    const used = { "Idempotency-Key": crypto.randomUUID() };
    const [absent, own] = [`/cards/${ABSENT_ID}/debit`, `/cards/${card.uuid}/debit`];
    const first = await limited.till.post(own, { amountCents: 1 }, used);
    expectStatus(first, 200);
    await sql`update rate_limits set hits = array(select clock_timestamp()
      from generate_series(1, 50)) where subject = ${`key:${limited.id}`}`;
    const [malformed, tooMuch] = [{ amountCents: 0 }, { amountCents: 1_000 }];

    const stranger = await send(`/api/v1${absent}`, { method: "POST", body: "{" });
    expectRefusal(stranger, 401, "unauthorized");
    const powerless = await reader.till.post(absent, malformed, used);
    expectRefusal(powerless, 403, "insufficient_scope");
    expectInvalid(await limited.till.post(absent, malformed, used), "amountCents");
    const reused = await limited.till.post(absent, tooMuch, used);
    expectRefusal(reused, 409, "idempotency_key_reused");
    expect((await limited.till.post(own, { amountCents: 1 }, used)).text).toBe(first.text);
    expectRefusal(await limited.till.post(absent, tooMuch), 429, "rate_limited");

    const till = tills[shape];
    expectRefusal(await till.post(absent, tooMuch), 404, "not_found");
    const disabled = await activeCard({ amountCents: 100 });
    expectStatus(await tills.A.post(`/cards/${disabled.uuid}/disable`), 200);
    await sql`update cards set expires_on = '2020-01-01'
      where id in (${card.uuid}, ${disabled.uuid})`;
    const ended = await till.post(`/cards/${disabled.uuid}/debit`, tooMuch);
    expectRefusal(ended, 400, "card_not_active");
    expectRefusal(await till.post(own, tooMuch), 400, "card_expired");
    await sql`update cards set expires_on = null where id = ${card.uuid}`;
    const poor = await till.post(own, tooMuch);
    expectRefusal(poor, 400, "insufficient_balance", ["balanceCents"]);
    expect(poor.body.balanceCents).toBe(99);
  });
}
