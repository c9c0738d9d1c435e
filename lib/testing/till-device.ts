import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { cashiers, devices } from "@/lib/db/schema/till";
import type { AmountLimitColumns } from "@/lib/domain/api-keys/amount-limits";
import { newPairingCode } from "@/lib/domain/till/pairing-code";
import { hashPin } from "@/lib/domain/till/pin";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { makeCard } from "./ledger-fixtures";
import { callerWith } from "./requests";
import { createStore, newKey } from "./store";

export const PIN = "2580";

// Shared by all test cashiers, because hashing is slow by design.
let pinHash: Promise<string> | undefined;

type Limits = Partial<AmountLimitColumns>;

/** Adds a cashier whose PIN is `PIN`. Returns their id. */
export async function addCashier(merchantId: string, name = "Grace", limits: Limits = {}) {
  pinHash ??= hashPin(PIN);
  const id = newId();
  await db()
    .insert(cashiers)
    .values({
      merchantId,
      id,
      name,
      pinHash: await pinHash,
      createdBy: "operator",
      ...limits,
    });
  return id;
}

type Store = Awaited<ReturnType<typeof createStore>>;

/** Adds a device that waits to be paired. Returns its id, its key's and the pairing code. */
export async function addDevice({ id: merchantId, ctx }: Store, limits: Limits = {}) {
  const { key } = await newKey(ctx(), { name: "Till: Counter", scopes: [], ...limits });
  const id = newId();
  const { code, hash } = newPairingCode();
  await db()
    .insert(devices)
    .values({
      merchantId,
      id,
      name: "Counter",
      keyId: key.id,
      createdBy: "operator",
      pairingCodeHash: hash,
      pairingExpiresAt: new Date(Date.now() + 60_000),
    });
  return { id, keyId: key.id, code };
}

const ORIGIN = { origin: "http://localhost:3000" };
const cookieOf = (headers: Headers): string => headers.get("set-cookie")?.split(";")[0] ?? "";

/** A browser without a cookie. */
export const strangersBrowser = callerWith(ORIGIN, "/api/till");

/** Pairs a browser with a device. Returns its request functions. */
export async function pairBrowser(code: string) {
  const paired = await strangersBrowser.post("/pair", { code });
  return callerWith({ ...ORIGIN, cookie: cookieOf(paired.headers) }, "/api/till");
}

type Browser = ReturnType<typeof callerWith>;

/** Unlocks the till of a paired browser. Returns the request functions of the cashier's session. */
export async function unlock({ headers }: Browser, cashierId: string, pin = PIN) {
  const locked = callerWith(headers, "/api/till");
  const { body } = await locked.post("/sign-in", { cashierId, pin });
  return callerWith({ ...headers, "scrip-till": body.session.id }, "/api/till");
}

/** A store with a paired device and a cashier at it, and cards. */
export async function storeWithOpenTill(
  given: { device?: Limits; cashier?: Limits; timeZone?: string } = {},
) {
  const store = await createStore(given.timeZone ? { timeZone: given.timeZone } : {});
  const device = await addDevice(store, given.device);
  const browser = await pairBrowser(device.code);
  const cashierId = await addCashier(store.id, "Grace", given.cashier);
  const till = await unlock(browser, cashierId);
  /** Sends an operation under a new Idempotency-Key. */
  const operate = (path: string, body: object, key = newId()) =>
    till.post(
      path,
      { receiptNumber: newReceiptNumber(), ...body },
      { headers: { "idempotency-key": key } },
    );
  const card = (amountCents?: number) =>
    makeCard(store.ctx, amountCents ? { amountCents } : { cardType: "physical" });
  return { ...store, device, browser, cashierId, till, operate, card };
}

/** The rows of a device's movements, oldest first. */
export const tillMovementsOf = async (deviceId: string) => [
  ...(await pg()`select kind, amount_cents::int as amount, closing, counted_in_cents::int as in,
    counted_out_cents::int as out from till_movements where device_id = ${deviceId}
    order by transaction_id`),
];
