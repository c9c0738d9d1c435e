import { destinations } from "@/components/shell/navigation";
import { expect, test } from "../support/test";
import { openAs } from "./person";

test("no two pages have the same chord", () => {
  const chords = destinations.map(({ keys }) => keys.join(" "));
  expect(new Set(chords).size).toBe(chords.length);
});

for (const { href, keys } of destinations) {
  test(`${keys.join(" ")} goes to ${href}`, async ({ page, merchant }) => {
    await openAs(page, merchant, href === "/cards" ? "/transactions" : "/cards");
    for (const key of keys) await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`${href}(/|$)`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("? lists every shortcut, by what it is for", async ({ page, merchant }) => {
  await openAs(page, merchant, "/cards");
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list.getByRole("region", { name: "Everywhere" })).toContainText("CtrlK");
  const places = list.getByRole("region", { name: "Go to" }).getByRole("term");
  await expect(places).toHaveText(destinations.map(({ label }) => label));
});

test("no shortcut fires inside a field or a dialog", async ({ page, merchant, activeCard }) => {
  await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/cards");
  const search = page.locator("[data-search]");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("gt?");
  await expect(search).toHaveValue("gt?");
  await expect(page).toHaveURL("/cards");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/cards?open=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Close" }).focus();
  for (const key of ["g", "t", "?", "/", "Control+k"]) await page.keyboard.press(key);
  await expect(dialog).toHaveCount(1);
  await expect(page).toHaveURL("/cards?open=create");
});
