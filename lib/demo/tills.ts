import type { Ctx } from "@/lib/base/context";
import { createCashier } from "@/lib/domain/till/cashiers";
import { createDevice } from "@/lib/domain/till/devices";
import { pairDevice } from "@/lib/domain/till/pair";

/** The demo store's cashiers. */
export const DEMO_CASHIERS = ["Mia", "Jonah"] as const;
export type Cashier = (typeof DEMO_CASHIERS)[number];
/** The PIN of both. */
export const DEMO_PIN = "2580";

export const DEVICE_NAME = "Counter tablet";
const TABLET =
  "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1";

/** Adds cashiers, and a device whose owner confirms it with their password, and pairs it with a tablet. */
export async function addTill(asOwner: () => Ctx, password: string): Promise<void> {
  for (const name of DEMO_CASHIERS) await createCashier(asOwner(), { name, pin: DEMO_PIN });
  const { pairingCode } = await createDevice(asOwner(), { name: DEVICE_NAME, password });
  await pairDevice({ ...asOwner(), userAgent: TABLET }, { code: pairingCode });
}
