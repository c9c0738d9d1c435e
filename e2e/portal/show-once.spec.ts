import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { openAs } from "./page-actions";

/** Tries to close the open dialog in every way but its button. */
async function expectToStay(page: Page, name: string) {
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  await page.evaluate(() => window.history.back());
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toBeVisible();
  let asked = false;
  page.once("dialog", (prompt) => {
    asked = prompt.type() === "beforeunload";
    void prompt.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked, "the browser asks before the tab closes").toBe(true);
}

// ShowOnceDialog shows every secret, so that one of them stands for all.
test("a new key stays until it is saved", async ({ page, merchant }) => {
  await openAs(page, merchant, "/settings/team");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kiosk");
  await dialog.getByRole("radio", { name: "Read only" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expectToStay(page, "“Kiosk” is ready");
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Kiosk/ })).toBeVisible();
});
