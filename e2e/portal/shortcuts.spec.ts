import { readFileSync } from "node:fs";
import { destinations } from "@/components/portal/shell/navigation";
import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./page-actions";

// Read instead of imported: Node imports JSON only with an attribute.
const { nav } = JSON.parse(readFileSync("lib/base/i18n/en/shell.json", "utf8"));

test("every page has its own shortcut", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  const chords = destinations.map(({ keys }) => keys.join(" "));
  expect(new Set(chords).size).toBe(chords.length);
  await openAs(page, merchant, "/settings/team");
  // The API reference comes last because it has its own page frame.
  expect(destinations.at(-1)?.href).toBe("/docs");
  for (const { href, keys, newTab } of destinations) {
    const opened = newTab ? page.waitForEvent("popup") : page;
    for (const key of keys) await page.keyboard.press(key);
    await expect(await opened, keys.join(" ")).toHaveURL(new RegExp(`${href}(/|$)`));
    if (newTab) await (await opened).close();
    else await expectLoaded(page);
  }

  await page.goto("/cards");
  await expectLoaded(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list.getByRole("region", { name: "General" })).toContainText("CtrlK");
  const places = list.getByRole("region", { name: "Go to" }).getByRole("term");
  await expect(places).toHaveText(destinations.map(({ name }) => nav[name]));

  await page.keyboard.press("Escape");
  // A checkbox takes no text.
  await page.getByRole("checkbox").first().focus();
  await page.keyboard.press("?");
  await expect(list).toBeVisible();

  // No shortcut fires inside a dialog or a field.
  await page.goto("/cards?open=create");
  const dialog = page.getByRole("dialog", { name: "Create card" });
  await dialog.getByRole("button", { name: "Close" }).focus();
  for (const key of ["g", "t", "?", "/", "Control+k"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page).toHaveURL("/cards?open=create");
  await page.keyboard.press("Escape");

  await page.goto("/transactions");
  await expectLoaded(page);
  const search = page.locator("[data-search]");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("gt?");
  await expect(search).toHaveValue("gt?");
  await expect(page).toHaveURL(/\/transactions(\?|$)/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
