import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { declineGift } from "@/lib/domain/gifts/accept-or-return";
import { expireGifts } from "@/lib/domain/gifts/expire";
import { sendGift } from "@/lib/domain/gifts/send";
import { advanceClock } from "@/lib/domain/test-clock/clock";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { claimDue, deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { recordAttempt } from "@/lib/domain/webhooks/record-attempt";
import { configure } from "@/lib/testing/configure";
import { place } from "@/lib/testing/holds";
import { makeCard, outcome, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithTwin } from "@/lib/testing/twin";
import { uniqueEmail } from "@/lib/testing/wallet";
import { FAILED_RESULT } from "@/lib/testing/webhooks";

const DAY_SECONDS = 24 * 60 * 60;

type Twin = Awaited<ReturnType<typeof storeWithTwin>>["twin"];
const advance = ({ post }: Twin, advanceSeconds: number, headers = {}) =>
  post("/test/clock", { advanceSeconds }, { headers });

test("a live key and a live store's owner can't move or read the clock", async () => {
  const { live, enterTestMode } = await storeWithTwin();
  const key = await callerWithKey(live.ctx());
  const body = { advanceSeconds: 60 };
  for (const caller of [key, live.owner]) {
    expect(await outcomeOf(caller.post("/api/v1/test/clock", body))).toBe("403 test_mode_only");
    expect(await outcomeOf(caller.get("/api/v1/test/clock"))).toBe("403 test_mode_only");
  }
  await enterTestMode(live.owner);
  expect((await live.owner.post("/api/v1/test/clock", body)).body.aheadSeconds).toBe(60);
});

test("the clock moves forward only, adds up, and stays within 20 years", async () => {
  const { twin } = await storeWithTwin();
  for (const wrong of [0, -1, 1.5, 10 ** 10, "60"]) {
    const answer = await twin.post("/test/clock", { advanceSeconds: wrong });
    expect(answer.status).toBe(400);
  }
  await Promise.all([advance(twin, 100), advance(twin, 20), advance(twin, 3)]);
  const { now, aheadSeconds } = (await twin.get("/test/clock")).body;
  expect(aheadSeconds).toBe(123);
  expect(Math.abs(Date.parse(now) - Date.now() - 123_000)).toBeLessThan(60_000);
  const sixYears = 6 * 366 * DAY_SECONDS;
  for (let n = 0; n < 3; n++) expect((await advance(twin, sixYears)).status).toBe(200);
  expect(await outcomeOf(advance(twin, sixYears))).toBe("400 invalid_request advanceSeconds");
});

test("a repeated request moves the clock once", async () => {
  const { twin } = await storeWithTwin();
  const headers = { "Idempotency-Key": newId() };
  const [first, second] = [await advance(twin, 60, headers), await advance(twin, 60, headers)];
  expect(second.text).toBe(first.text);
  expect((await twin.get("/test/clock")).body.aheadSeconds).toBe(60);
});

test("a card expires by the clock of the test store, and a top-up counts from there", async () => {
  const { live, twin } = await storeWithTwin();
  const made = [
    await makeCard(live.ctx, { amountCents: 500 }),
    await makeCard(twin.ctx, { amountCents: 500 }),
  ];
  const [mine, tests] = made.map(({ id }) => id);
  await advance(twin, 5 * 366 * DAY_SECONDS);
  const liveKey = await callerWithKey(live.ctx());
  const debit = { amountCents: 1 };
  expect(await outcomeOf(twin.post(`/cards/${tests}/debit`, debit))).toBe("400 card_expired");
  expect(await outcomeOf(liveKey.post(`/cards/${mine}/debit`, debit))).toBe("200");
  const loaded = await twin.post(`/cards/${tests}/credit`, { amountCents: 100 });
  const year = new Date().getUTCFullYear();
  expect(Number(loaded.body.card.expiresOn.slice(0, 4))).toBeGreaterThanOrEqual(year + 9);
  expect((await twin.post(`/cards/${tests}/debit`, debit)).status).toBe(200);
});

test("a hold ends by the clock of the test store", async () => {
  const { twin } = await storeWithTwin();
  const { id } = await makeCard(twin.ctx, { amountCents: 500 });
  await place(twin.ctx, id, { amountCents: 400, expiresInSeconds: 15 * 60 });
  const debit = { amountCents: 300 };
  expect(await outcomeOf(twin.post(`/cards/${id}/debit`, debit))).toBe("400 insufficient_balance");
  await advance(twin, 15 * 60);
  expect((await twin.post(`/cards/${id}/debit`, debit)).status).toBe(200);
});

test("a gift is returned after 30 days of the test store's clock, and not before", async () => {
  const { twin } = await storeWithTwin();
  const owner = uniqueEmail();
  const card = await makeCard(twin.ctx, { amountCents: 500, owner });
  const order = { cardId: card.id, senderId: card.ownerId, amountCents: 200 };
  const send = async () =>
    (await sendGift(twin.ctx(), { ...order, recipientEmail: uniqueEmail() })).gift;
  const gift = await send();
  await advance(twin, 29 * DAY_SECONDS);
  expect((await stateOfCard(card.id))?.balance).toBe(300);
  await advance(twin, 2 * DAY_SECONDS);
  expect((await stateOfCard(card.id))?.balance).toBe(500);
  expect(
    await outcome(declineGift(twin.ctx(), { giftId: gift.id, email: gift.recipientEmail })),
  ).toBe("gift_settled");
  // Sent after the clock was moved: its 30 days begin there.
  await send();
  expect(await expireGifts()).toBe(0);
  await pg()`update merchants set clock_offset_ms = clock_offset_ms + ${31 * DAY_SECONDS * 1_000}
    where id = ${twin.id}`;
  expect(await expireGifts()).toBe(1);
});

test("a response under an Idempotency-Key is forgotten after 24 hours of the clock, and not before", async () => {
  const { twin } = await storeWithTwin();
  const { id } = await makeCard(twin.ctx, { amountCents: 500 });
  const headers = { "Idempotency-Key": newId() };
  const debit = () => twin.post(`/cards/${id}/debit`, { amountCents: 10 }, { headers });
  await debit();
  await advance(twin, 23 * 60 * 60);
  expect((await debit()).headers.get("idempotent-replayed")).toBe("true");
  await advance(twin, 60 * 60);
  expect((await debit()).headers.get("idempotent-replayed")).toBeNull();
  expect((await stateOfCard(id))?.balance).toBe(480);
});

test("a failing webhook is disabled within minutes of real time, and a live store's waits as before", async () => {
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" });
  const receiver = await startReceiver((_, response) => void response.writeHead(500).end());
  onTestFinished(receiver.stop);
  const { live, twin } = await storeWithTwin();
  const webhookAt = async (ctx: Twin["ctx"]) => {
    const given = { url: receiver.url, events: ["card.activated" as const] };
    const { webhook } = await createWebhook(ctx(), given);
    for (let n = 0; n < 3; n++) await makeCard(ctx, { amountCents: 100 });
    return webhook.id;
  };
  const [mine, tests] = [await webhookAt(live.ctx), await webhookAt(twin.ctx)];
  const attempts = async () => {
    await deliveryWorker.idle(5_000);
    const rows = await pg()`select webhook_id as id, attempts from webhook_deliveries
      where webhook_id in (${mine}, ${tests}) order by attempts`;
    return [mine, tests].map((one) =>
      rows.filter(({ id }) => id === one).map((row) => row.attempts),
    );
  };
  await deliveryWorker.runDue(1_000);
  expect(await attempts()).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
  // The retries after 1, 5 and 30 minutes, each up to 10 % later.
  for (const [n, seconds] of [67, 331, 1_981].entries()) {
    await advance(twin, seconds);
    const after = n + 2;
    expect(await attempts()).toEqual([
      [1, 1, 1],
      [after, after, after],
    ]);
  }
  expect((await twin.get(`/webhooks/${tests}`)).body).toMatchObject({ active: false });
  const liveKey = await callerWithKey(live.ctx());
  expect((await liveKey.get(`/webhooks/${mine}`)).body).toMatchObject({ active: true });
  const [mail] = await pg()`select status, payload ->> 'to' as to from outbox
    where merchant_id = ${twin.id} and payload ->> 'template' = 'webhook_disabled'`;
  expect(mail).toEqual({ status: "kept", to: live.owner.email });
});

test("moving the clock makes no delivery look overdue, and touches no attempt under way", async () => {
  const { twin } = await storeWithTwin();
  const url = "https://receiver.example.com/";
  await createWebhook(twin.ctx(), { url, events: ["card.activated"] });
  await makeCard(twin.ctx, { amountCents: 500 });
  const [leased] = await claimDue(100, new Map());
  // Not over HTTP, which would send what is due.
  const advanceUnsent = () => advanceClock(twin.ctx(), { advanceSeconds: DAY_SECONDS });
  await advanceUnsent();
  const due = () => pg()`select next_attempt_at > now() as later,
      next_attempt_at < now() - interval '1 minute' as overdue
    from webhook_deliveries where merchant_id = ${twin.id}`;
  expect(await due()).toMatchObject([{ later: true, overdue: false }]);
  if (leased) await recordAttempt(leased, FAILED_RESULT);
  await advanceUnsent();
  expect(await due()).toMatchObject([{ later: false, overdue: false }]);
});
