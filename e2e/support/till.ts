import type { Page } from "@playwright/test";
import { db } from "@/lib/db/client";
import { cashiers, devices } from "@/lib/db/schema/till";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { newPairingCode } from "@/lib/till/pairing-code";
import { hashPin } from "@/lib/till/pin";
import type { Store } from "./store";
import { expect } from "./test";

export const PIN = "2580";

// Shared, because hashing is slow by design.
let pinHash: Promise<string> | undefined;

type Merchant = Pick<Store, "merchantId">;
type Limits = { maxMovementOutCents?: number };

/** Adds a cashier whose PIN is `PIN`. */
export async function addCashier({ merchantId }: Merchant, name: string, limits: Limits = {}) {
  pinHash ??= hashPin(PIN);
  await db()
    .insert(cashiers)
    .values({
      ...{ merchantId, id: newId(), name, pinHash: await pinHash, createdBy: "operator" },
      ...limits,
    });
}

/** Adds a device that waits to be paired. Returns its pairing code. */
export async function addDevice({ merchantId }: Merchant, name: string): Promise<string> {
  const { key } = await createKey(operatorContext(merchantId), {
    ...{ name: `Till: ${name}`, shape: "A", scopes: [], expiresAt: null, limitPerWindow: null },
  });
  const { code, hash } = newPairingCode();
  await db()
    .insert(devices)
    .values({
      ...{ merchantId, id: newId(), name, keyId: key.id, createdBy: "operator" },
      ...{ pairingCodeHash: hash, pairingExpiresAt: new Date(Date.now() + 60_000) },
    });
  return code;
}

/** Pairs the browser of a page by the keyboard. Ends on the PIN screen. */
export async function pairByKeyboard(page: Page, code: string) {
  await page.goto("/till");
  await expect(page.getByLabel("Pairing code")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/** Unlocks the till of the store's only cashier by the keyboard. Ends on the first screen. */
export async function unlockByKeyboard(page: Page, pin = PIN) {
  await expect(page.getByLabel("PIN")).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press("Enter");
  await expect(codeField(page)).toBeFocused();
}

/** The field that finds cards and receipts. */
export const codeField = (page: Page) => page.getByLabel("Card code or receipt number");

/** A paired till with a cashier at it. */
export async function openTill(page: Page, merchant: Merchant, device = "Counter") {
  await pairByKeyboard(page, await addDevice(merchant, device));
  await unlockByKeyboard(page);
}
