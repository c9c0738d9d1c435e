import type { Page } from "@playwright/test";
import { pdfPagesOf } from "@/lib/testing/pdf";
import { expectAccessible } from "../portal/a11y";
import { makeActiveCard } from "../support/client";
import { expect, test } from "../support/test";
import {
  addCashier,
  addDevice,
  codeField,
  openTill,
  pairByKeyboard,
  redeem,
  scan,
  TYPING_MS,
  tabTo,
  typeAmount,
  typeOnBusyPage,
  unlockByKeyboard,
  whoIsAtTheTill,
} from "../support/till-page";
import { PIN } from "../support/till-requests";
import { loseAfterCommit, loseBeforeArrival } from "./faults";

// The tests wait for what the server says, which a worker in front of it could repeat.
test.use({ serviceWorkers: "block" });

test.beforeEach(({ tolerate }) => {
  // Refusals, such as of a wrong PIN, are expected.
  tolerate(/status of 40\d/);
});

const money = (page: Page, text: string) => page.getByText(text, { exact: true });

test("a till is paired once by its code, keeps a wrong PIN out, sells, redeems, closes its day and locks", {
  tag: "@journey",
}, async ({ page, merchant, api }) => {
  for (const name of ["Grace", "Alan"]) await addCashier(merchant, name);
  await pairByKeyboard(page, "ABCD-EFGH");
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  const pairingCode = await addDevice(merchant, "Counter");
  await page.getByLabel("Pairing code").fill(pairingCode.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(whoIsAtTheTill(page)).toBeVisible();
  await page.getByRole("button", { name: "Grace" }).press("Enter");
  await page.keyboard.type("0000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The PIN is wrong.")).toBeVisible();
  await expect(page.getByLabel("PIN")).toHaveValue("");
  await unlockByKeyboard(page);
  await expect(page.getByText("Grace · Counter")).toBeVisible();

  await tabTo(page, "Sell");
  await page.keyboard.press("Enter");
  await typeAmount(page.getByRole("textbox").first(), "3000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Issued" })).toBeVisible();
  const shown = page
    .getByText("Card code", { exact: true })
    .locator("xpath=following-sibling::p[1]");
  const code = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await redeem(page, code, "500");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Today's receipts" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Redeemed/ })).toContainText("−$5.00");

  const closeDay = page.getByRole("button", { name: "Close day" });
  await closeDay.click();
  await expect(page.getByRole("row", { name: /Issued 1/ })).toContainText("$30.00");
  await expect(page.getByRole("row", { name: /Redeemed 1/ })).toContainText("−$5.00");
  const collected = page.getByText("To collect in cash and card").locator("xpath=..");
  await expect(collected).toContainText("$30.00");
  await closeDay.click();
  await expect(page.getByText("Day closed. Report 1 is ready to print.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print report 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await closeDay.click();
  await expect(
    page.getByText("Nothing has been sold or redeemed since the last closing."),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(whoIsAtTheTill(page)).toBeVisible();
  await page.reload();
  await expect(whoIsAtTheTill(page)).toBeVisible();
  // From the second time on, the PIN's last digit unlocks.
  await page.getByRole("button", { name: "Grace" }).press("Enter");
  await page.keyboard.type(PIN);
  await expect(codeField(page)).toBeFocused();
  expect((await api.post("/cards/lookup", { code })).body.balanceCents).toBe(2_500);
});

test("at the till, a card pays a part, and its receipt refunds it", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
}) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const { uuid, code } = await makeActiveCard(api, { amountCents: 2_000 });
  await redeem(page, code, "2575");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Redeemed" })).toBeVisible();
  await expect(money(page, "$5.75")).toBeVisible();
  const balance = async () => (await api.get(`/cards/${uuid}/balance`)).body.balanceCents;
  expect(await balance()).toBe(0);
  const label = page.locator("main dt").filter({ hasText: /^Receipt$/ });
  const number = (await label.locator("xpath=following-sibling::dd").textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await codeField(page).fill(number);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await typeAmount(page.getByRole("textbox").first(), "1500");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Refunded" })).toBeVisible();
  expect(await balance()).toBe(1_500);
});

test("a scanned pairing code is filled in and leaves the address; a browser that is a till asks before it becomes another", async ({
  page,
  merchant,
}) => {
  await addCashier(merchant, "Grace");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url().split("#")[0] ?? ""));
  const pairScanned = async (device: string) => {
    const code = await addDevice(merchant, device);
    await page.goto("about:blank");
    await page.goto(`/till#code=${code}`);
    await expect(page.getByLabel("Pairing code")).toHaveValue(code);
    await expect(page).toHaveURL(/\/till$/);
    expect(requested.filter((url) => url.includes(code))).toEqual([]);
  };
  await pairScanned("Counter");
  await page.keyboard.press("Enter");
  await unlockByKeyboard(page);
  await pairScanned("Back desk");
  await expect(page.getByText(/^This browser is already the till “Counter” of /)).toBeVisible();
  await expectAccessible(page, "pairing again");
  await page.getByRole("button", { name: "Keep “Counter”" }).click();
  await expect(page.getByText("Grace · Counter")).toBeVisible();
  await pairScanned("Café");
  await page.keyboard.press("Enter");
  await unlockByKeyboard(page);
  await expect(page.getByText("Grace · Café")).toBeVisible();
});

test("a redemption says what the card covers before, and what is left to pay after; its receipt prints on 80 mm", async ({
  page,
  merchant,
  api,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-print-opened", "");
  });
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const card = await makeActiveCard(api, { amountCents: 2_000 });
  await redeem(page, card.code, "2575");
  await expect(money(page, "$5.75")).toBeVisible();
  await expectAccessible(page, "amount");
  await page.getByRole("button", { name: "Redeem $20.00" }).click();
  await expect(page.getByRole("heading", { name: "Redeemed" })).toBeVisible();
  await expect(money(page, "$5.75")).toBeVisible();
  await expectAccessible(page, "result");

  await page.getByRole("button", { name: "Print receipt" }).click();
  await expect(page.locator("body[data-print-opened]")).toBeVisible();
  const [printed, ...more] = await pdfPagesOf(
    new Uint8Array(await page.pdf({ preferCSSPageSize: true })),
  );
  expect(more).toEqual([]);
  expect(printed?.widthMm).toBeCloseTo(80, 0);
  const number = /R-[2-9A-HJ-NP-Z]{8}/.exec(printed?.text ?? "")?.[0] ?? "";
  for (const text of ["Redeemed", "$20.00", "Left to pay", "$5.75", "Grace", "Counter"]) {
    expect(printed?.text).toContain(text);
  }
  const { body } = await api.get(`/transactions?referenceId=${number}`);
  expect(body.transactions).toMatchObject([{ cardUuid: card.uuid, amountCents: 2_000 }]);

  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.getByRole("button", { name: "Done" }).click();
  await codeField(page).fill(number.replace("-", "").toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeVisible();
  await expectAccessible(page, "receipt");
});

test("an amount above the cashier's limit is refused in words, and nothing changes", async ({
  page,
  merchant,
  api,
}) => {
  await addCashier(merchant, "Alan", { maxMovementOutCents: 5_000 });
  await openTill(page, merchant);
  const card = await makeActiveCard(api, { amountCents: 9_000 });
  await redeem(page, card.code, "6000");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("Your limit for one redemption is $50.00. Ask a manager."),
  ).toBeVisible();
  await expectAccessible(page, "refusal");
  await page.keyboard.press("Enter");
  await expect(money(page, "$90.00").first()).toBeVisible();
});

test("a card that is scanned into the amount field moves no money", async ({
  page,
  merchant,
  api,
}) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const card = await makeActiveCard(api, { amountCents: 9_000 });
  for (const scanned of ["4012345678901234", "12345678", "R-7KQM2XWP"]) {
    await redeem(page, card.code, "0");
    await scan(page, scanned);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: /scanned/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Redeem" }).waitFor();
    await page.keyboard.press("Escape");
  }
  expect((await api.get(`/cards/${card.uuid}/balance`)).body.balanceCents).toBe(9_000);

  // A second scan replaces the first, and Tab ends one as Enter does.
  await expect(codeField(page)).toBeFocused();
  await scan(page, "6003219876543210");
  await page.waitForTimeout(2 * TYPING_MS);
  await scan(page, card.code, "Tab");
  await expect(page.getByRole("heading", { name: /^Card ending in/ })).toBeVisible();
});

test("on a busy page, keys are a scan by when they were pressed, not by when they are handled", async ({
  page,
  merchant,
  api,
}) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const card = await makeActiveCard(api, { amountCents: 950_000 });
  const scanned = page.getByRole("alert").filter({ hasText: /scanned/ });
  await redeem(page, card.code, "");
  await typeOnBusyPage(page, "271828", { pressedEveryMs: 190, handledEveryMs: 0 });
  await expect(page.getByRole("button", { name: "Redeem $2,718.28" })).toBeEnabled();
  await expect(scanned).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Redeem", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Total to pay" })).toBeFocused();
  await typeOnBusyPage(page, "314159", { pressedEveryMs: 35, handledEveryMs: 140 });
  await expect(scanned).toBeVisible();
});

test("an operation that is canceled before it arrives never goes through; one that arrived is shown as done", async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const card = await makeActiveCard(api, { amountCents: 2_000 });
  await redeem(page, card.code, "500");
  await loseBeforeArrival.inject(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The server hasn't received it yet.")).toBeVisible();
  await expectAccessible(page, "unknown outcome");
  // Another cashier finds it too.
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(page.getByText("The last operation isn't confirmed yet.")).toBeVisible();
  await page.getByLabel("PIN").fill(PIN);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel it" }).click();
  await expect(page.getByRole("heading", { name: "Canceled" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Done" })).toBeEnabled();
  expect((await api.get(`/cards/${card.uuid}/balance`)).body.balanceCents).toBe(2_000);

  await page.keyboard.press("Enter");
  await redeem(page, card.code, "500");
  // The outcome can't be read either, until Cancel is pressed.
  await page.route(/\/api\/till\/outcomes\/[\w-]+\?/, (route) => route.abort("failed"));
  await loseAfterCommit.inject(page);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel it" }).click();
  await expect(page.getByRole("heading", { name: "Redeemed" })).toBeVisible();
  expect((await api.get(`/cards/${card.uuid}/balance`)).body.balanceCents).toBe(1_500);
});

test("only one tab uses the till, and another one can take it", async ({
  page,
  context,
  merchant,
}) => {
  await addCashier(merchant, "Grace");
  await openTill(page, merchant);
  const second = await context.newPage();
  await second.goto("/till");
  await expect(second.getByText("The till is open in another tab")).toBeVisible();
  await expectAccessible(second, "another tab");
  await second.getByRole("button", { name: "Use this tab" }).click();
  // The session stays in the tab that opened it.
  await unlockByKeyboard(second);
  await expect(page.getByText("The till is open in another tab")).toBeVisible();
  await second.close();
  await unlockByKeyboard(page);
});
