import { expect, test } from "vitest";
import { RefillingPoints } from "@/e2e/support/shopify/cost";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { createStore } from "@/lib/testing/store";
import { callPointsOf, type PointsStatus } from "./call-points";

/** The points of a new connection, with access to its row. */
async function newCallPoints() {
  const { id: merchantId } = await createStore();
  const id = newId();
  await pg()`insert into platform_connections
      (merchant_id, id, kind, address, name, currency, sealed_token, status)
    values (${merchantId}, ${id}, 'shopify', 'a.myshopify.com', 'Shop', 'USD', 'sealed', 'connected')`;
  const set = ({ available, maximum, perSecond }: PointsStatus) => pg()`
    update platform_connections set points_available = ${available}, points_maximum = ${maximum},
      points_per_second = ${perSecond}, points_at = statement_timestamp() where id = ${id}`;
  const available = async () => {
    const [row] = await pg()`select points_available as points from platform_connections
      where id = ${id}`;
    return Number(row?.points);
  };
  return { callPoints: callPointsOf(merchantId, id), set, available };
}

// So slow that the points don't refill during a test.
const NEGLIGIBLE_REFILL_RATE = 0.001;

const outcomes = async (calls: Promise<void>[]) =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === "fulfilled" ? "taken" : one.reason.kind,
  );

test("calls at once never take more points than there are", async () => {
  const { callPoints, set } = await newCallPoints();
  await set({ available: 95, maximum: 1_000, perSecond: NEGLIGIBLE_REFILL_RATE });
  const taken = await outcomes(Array.from({ length: 30 }, () => callPoints.take(10)));
  expect(taken.filter((one) => one === "taken")).toHaveLength(9);
  expect(taken.filter((one) => one === "throttled")).toHaveLength(21);
});

test("a call without enough points is throttled until they are refilled", async () => {
  const { callPoints, set } = await newCallPoints();
  await set({ available: 0, maximum: 1_000, perSecond: 10 });
  const error = await callPoints.take(50).catch((failed) => failed);
  expect(error).toMatchObject({ kind: "throttled" });
  expect(error.retryAfterMs).toBeGreaterThan(4_000);
  expect(error.retryAfterMs).toBeLessThanOrEqual(5_000);
});

test("a fifth of the platform's points is reserved for calls in flight, and a call that costs more than the rest takes all of it", async () => {
  const { callPoints, set } = await newCallPoints();
  await set({ available: 100, maximum: 100, perSecond: NEGLIGIBLE_REFILL_RATE });
  expect(await outcomes([callPoints.take(50)])).toEqual(["taken"]);
  expect(await outcomes([callPoints.take(31)])).toEqual(["throttled"]);
  expect(await outcomes([callPoints.take(30)])).toEqual(["taken"]);
  await set({ available: 100, maximum: 100, perSecond: NEGLIGIBLE_REFILL_RATE });
  expect(await outcomes([callPoints.take(500)])).toEqual(["taken"]);
});

test("a patient call leaves a quarter of the points to other calls", async () => {
  const { callPoints, set } = await newCallPoints();
  const patient = (points: number) => callPoints.take(points, { patient: true });
  await set({ available: 100, maximum: 100, perSecond: 10 });
  expect(await outcomes([patient(60)])).toEqual(["taken"]);
  const error = await patient(10).catch((failed) => failed);
  expect(error).toMatchObject({ kind: "throttled" });
  expect(error.retryAfterMs).toBeGreaterThan(500);
  expect(error.retryAfterMs).toBeLessThanOrEqual(1_000);
  expect(await outcomes([callPoints.take(20)])).toEqual(["taken"]);
  await set({ available: 100, maximum: 100, perSecond: NEGLIGIBLE_REFILL_RATE });
  expect(await outcomes([patient(500)])).toEqual(["taken"]);
});

test("a response returns the points that its call did not cost, but never more than the platform has", async () => {
  const { callPoints, set, available } = await newCallPoints();
  const status = { available: 900, maximum: 1_000, perSecond: NEGLIGIBLE_REFILL_RATE };
  await set({ ...status, available: 500 });
  await callPoints.take(100);
  await callPoints.adopt({ taken: 100, cost: 30, status });
  expect(await available()).toBeCloseTo(470, 0);
  await callPoints.adopt({ taken: 0, cost: 0, status: { ...status, available: 55 } });
  expect(await available()).toBeCloseTo(55, 0);
});

test("calls that arrive after the points were refilled don't exceed the platform's limit", async () => {
  const { callPoints, set } = await newCallPoints();
  const platform = new RefillingPoints(100, NEGLIGIBLE_REFILL_RATE);
  await set({ available: 100, maximum: 100, perSecond: NEGLIGIBLE_REFILL_RATE });
  await outcomes([callPoints.take(10), callPoints.take(10)]);
  // Simulates a refill of our points. The platform's stayed full, because the two calls have not arrived yet.
  await set({ available: 100, maximum: 100, perSecond: NEGLIGIBLE_REFILL_RATE });
  const burst = await outcomes(Array.from({ length: 20 }, () => callPoints.take(10)));
  const arriving = 2 + burst.filter((one) => one === "taken").length;
  for (let n = 0; n < arriving; n++) platform.draw(10);
  expect(arriving).toBe(10);
  expect(platform.beyond).toBe(0);
});

test("under any load, with late calls and lost responses, the platform's limit is never exceeded", async () => {
  const { callPoints, set } = await newCallPoints();
  const platform = new RefillingPoints(200, 400);
  await set({ available: 200, maximum: 200, perSecond: 400 });
  let sent = 0;
  const pause = (ms: number) => new Promise((settle) => setTimeout(settle, ms));
  const call = async (n: number) => {
    const cost = 3 + (n % 5);
    if ((await outcomes([callPoints.take(10)]))[0] !== "taken") return await pause(10);
    sent++;
    await pause((n * 7) % 40);
    const held = platform.draw(10);
    if (held) platform.giveBack(10 - cost);
    await pause((n * 3) % 20);
    const { currentlyAvailable, maximumAvailable, restoreRate } = platform.status();
    const status = {
      available: currentlyAvailable,
      maximum: maximumAvailable,
      perSecond: restoreRate,
    };
    if (n % 10 > 0) await callPoints.adopt({ taken: 10, cost: held ? cost : 0, status });
  };
  const caller = async (of: number) => {
    for (let n = 0; n < 100; n++) await call(n * 4 + of);
  };
  await Promise.all([caller(0), caller(1), caller(2), caller(3)]);
  expect(platform.beyond).toBe(0);
  expect(sent).toBeGreaterThan(100);
});
