import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { load } from "@/lib/domain/cards/load";
import { spend } from "@/lib/domain/cards/spend";
import { createCashier } from "@/lib/domain/till/cashiers";
import { createDevice } from "@/lib/domain/till/devices";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import type { DemoStore } from "./store";

/** The demo store's cashiers, who all have the same PIN. */
const DEMO_CASHIERS = ["Jonah", "Mia"] as const;
export const DEMO_PIN = "2580";

/** What Mia and Jonah did at the counter today, in minor units. */
const TODAY = [
  { cashier: "Mia", soldCents: 5_000, redeemedCents: 1_850 },
  { cashier: "Mia", soldCents: 2_500, redeemedCents: null },
  { cashier: "Jonah", soldCents: 10_000, redeemedCents: 3_275 },
] as const;

/**
 * Adds cashiers, and a device whose owner confirms it with their password, and today's first sales there.
 * Returns the code that pairs the device, for 15 minutes.
 */
export async function openTill(store: DemoStore, password: string): Promise<string> {
  const { asOwner } = store;
  const ids = new Map<string, string>();
  for (const name of DEMO_CASHIERS) {
    const { cashier } = await createCashier(asOwner(), { name, pin: DEMO_PIN });
    ids.set(name, cashier.id);
  }
  const added = await createDevice(asOwner(), { name: "Front counter", password });
  for (const { cashier, soldCents, redeemedCents } of TODAY) {
    const at = () => contextAtTill(asOwner(), added.device.id, ids.get(cashier) ?? "");
    const [card] = await pg()<{ id: string }[]>`select id from cards
      where merchant_id = ${store.id} and status = 'inactive' and currency = 'USD' order by id limit 1`;
    const cardId = card?.id ?? "";
    await load(at(), { cardId, amountCents: soldCents, referenceId: newReceiptNumber() });
    if (redeemedCents === null) continue;
    await spend(at(), { cardId, amountCents: redeemedCents, referenceId: newReceiptNumber() });
  }
  return added.pairingCode;
}

/** The context of a cashier at a device, without limits. */
function contextAtTill(ctx: Ctx, deviceId: string, cashierId: string): Ctx {
  const limits = { deviceLimits: null, cashierLimits: null };
  const session = { sessionId: "", cashierName: "", locksAt: new Date() };
  const cashier = { ...session, deviceId, cashierId, ...limits };
  const device = { id: deviceId, name: "", keyId: "", pairedAt: null };
  const caller = { kind: "till", actor: `cashier:${cashierId}`, device, cashier } as const;
  return { ...ctx, principal: { ...ctx.principal, ...caller } };
}
