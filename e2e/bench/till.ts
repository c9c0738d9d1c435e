import { chromium, type Page } from "@playwright/test";
import { activate } from "@/lib/domain/cards/activate";
import { unsealCode } from "@/lib/domain/cards/code";
import { create } from "@/lib/domain/cards/create";
import { operatorContext } from "@/lib/domain/people/operator";
import { findBrowser } from "../support/browser";
import { makeStore } from "../support/store";
import { expect } from "../support/test";
import {
  addCashier,
  addDevice,
  codeField,
  pairByKeyboard,
  typeAmount,
  unlockByKeyboard,
} from "../support/till-page";
import { onInstance } from "./instance";
import { percentile, report } from "./report";
import { startApp, withServers } from "./servers";

// With the warm-up, fewer than the requests that move money in a minute.
const ROUNDS = Number(process.env.ROUNDS ?? 40);
/** The first rounds load scripts and warm up the server. */
const WARM_UP_ROUNDS = 5;
const MAX_MS = 300;

declare global {
  interface Window {
    /** When the last key was pressed, by the page's clock. */
    pressedAtMs: number;
  }
}

const rememberKeys = () => {
  const pressed = ({ timeStamp }: KeyboardEvent) => {
    window.pressedAtMs = timeStamp;
  };
  window.addEventListener("keydown", pressed, { capture: true });
};

/** Milliseconds from pressing Enter until this heading is drawn, both by the page's own clock. */
async function enterUntil(page: Page, heading: string): Promise<number> {
  await page.keyboard.press("Enter");
  const shown = await page.waitForFunction((expected) => {
    const text = document.querySelector("h1")?.textContent ?? "";
    return text.startsWith(expected) && performance.now() - window.pressedAtMs;
  }, heading);
  return Number(await shown.jsonValue());
}

/** Finds a card by its code and redeems a part of it, by keyboard. */
async function redeem(page: Page, code: string) {
  await codeField(page).fill(code);
  const balanceMs = await enterUntil(page, "Card ending in");
  await page.keyboard.press("Enter");
  await typeAmount(page.getByRole("textbox"), "100");
  const receiptMs = await enterUntil(page, "Redeemed");
  // An Enter right after the result is ignored, so that one that was pressed twice does not leave it.
  await expect(page.getByRole("button", { name: "Done" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await codeField(page).waitFor();
  return { balanceMs, receiptMs };
}

/** Measures the till's page in a browser: from the scan to the balance, and from Enter to the receipt. */
await onInstance(10, async () => {
  const store = await makeStore();
  const ctx = () => operatorContext(store.merchantId);
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 100_000 });
  await withServers(async (keep) => {
    const { port } = await keep(startApp("direct"));
    process.env.PORT = String(port);
    await addCashier(store, "Grace");
    const browser = await chromium.launch({
      executablePath: findBrowser(),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    await keep({ stop: () => browser.close() });
    const page = await browser.newPage({ baseURL: `http://localhost:${port}` });
    await page.addInitScript(rememberKeys);
    await pairByKeyboard(page, await addDevice(store, "Counter"));
    await unlockByKeyboard(page);
    const times: Awaited<ReturnType<typeof redeem>>[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round++) {
      times.push(await redeem(page, unsealCode(card)));
    }
    const measured = times.slice(WARM_UP_ROUNDS);
    const p95 = (of: (one: (typeof measured)[number]) => number) =>
      percentile(measured.map(of), 0.95);
    await report("till", {
      ratios: [
        { name: "scan to balance, p95 ms", value: p95((one) => one.balanceMs), most: MAX_MS },
        { name: "operation to receipt, p95 ms", value: p95((one) => one.receiptMs), most: MAX_MS },
      ],
    });
  });
});
