import type { Locator, Page } from "@playwright/test";
import type { Store } from "./store";
import { expect } from "./test";
import { PIN, portalOf } from "./till-requests";

type Limits = { maxMovementOutCents?: number };

/** Adds a cashier whose PIN is `PIN`. */
export async function addCashier(store: Store, name: string, limits: Limits = {}): Promise<void> {
  await (await portalOf(store))("/cashiers", { name, pin: PIN, ...limits });
}

/** Adds a device that waits to be paired. Returns its pairing code. */
export async function addDevice(store: Store, name: string): Promise<string> {
  const { password } = store;
  return (await (await portalOf(store))("/devices", { name, password })).pairingCode;
}

/** Presses Tab until a button has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.waitFor();
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isFocused()); presses++) {
    if (presses > 12) throw new Error(`Tab doesn't reach "${name}".`);
    await page.keyboard.press("Tab");
  }
}

/** Pairs the browser of a page by the keyboard. Ends on the PIN screen. */
export async function pairByKeyboard(page: Page, code: string): Promise<void> {
  await page.goto("/till");
  await expect(page.getByLabel("Pairing code")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/** Unlocks the till by the keyboard. `cashier` chooses one of several. */
export async function enterPin(page: Page, cashier?: string): Promise<void> {
  if (cashier) {
    await tabTo(page, cashier);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByLabel("PIN")).toBeFocused();
  await page.keyboard.type(PIN);
  await page.keyboard.press("Enter");
}

/** Unlocks the till like enterPin(). Ends on the first screen. */
export async function unlockByKeyboard(page: Page, cashier?: string): Promise<void> {
  await enterPin(page, cashier);
  await expect(codeField(page)).toBeFocused();
}

/** The field that finds cards and receipts. */
export const codeField = (page: Page) => page.getByLabel("Card code or receipt number");

/** A paired till with the store's only cashier at it. */
export async function openTill(page: Page, store: Store, device = "Counter"): Promise<void> {
  await pairByKeyboard(page, await addDevice(store, device));
  await unlockByKeyboard(page);
}

/** Slower than a scanner, whose digits are no amount. */
export const TYPING_MS = 150;

/** Types an amount as a person does. */
export const typeAmount = (field: Locator, cents: string): Promise<void> =>
  field.pressSequentially(cents, { delay: TYPING_MS });

/** Types into the focused field as a scanner does, however busy the machine is, and ends with a key if one is given. */
export const scan = (page: Page, text: string, end?: "Tab"): Promise<void> =>
  page.evaluate(
    ([characters, key]) => {
      for (const character of characters) document.execCommand("insertText", false, character);
      if (!key) return;
      const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(pressed);
    },
    [text, end] as const,
  );

type Pace = { pressedEveryMs: number; handledEveryMs: number };

/** Types into the focused field of a page that is slower, or faster, at handling keys than they are pressed. */
export const typeOnBusyPage = (page: Page, text: string, pace: Pace): Promise<void> =>
  page.evaluate(
    async ([characters, { pressedEveryMs, handledEveryMs }]) => {
      const firstMs = performance.now();
      for (const [n, key] of [...characters].entries()) {
        const pressed = new KeyboardEvent("keydown", { key, bubbles: true });
        Object.defineProperty(pressed, "timeStamp", { value: firstMs + n * pressedEveryMs });
        document.activeElement?.dispatchEvent(pressed);
        document.execCommand("insertText", false, key);
        if (handledEveryMs > 0) await new Promise((done) => setTimeout(done, handledEveryMs));
      }
    },
    [text, pace] as const,
  );

/** Finds a card and opens an amount field by the keyboard. */
export async function redeem(page: Page, code: string, cents: string) {
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Redeem", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await typeAmount(page.getByRole("textbox", { name: "Total to pay" }), cents);
}

export const whoIsAtTheTill = (page: Page) =>
  page.getByRole("heading", { name: "Who's at the till?" });
