import { destinations } from "@/components/shell/navigation";
import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";

test("every page has a chord of its own, ? lists them all, the keyboard skips to the content, and no shortcut fires inside a field or a dialog", async ({
  page,
  merchant,
  activeCard,
}) => {
  test.slow();
  await test.step("chords, list and skip link", async () => {
    await test.step("no two pages have the same chord", async () => {
      const chords = destinations.map(({ keys }) => keys.join(" "));
      expect(new Set(chords).size).toBe(chords.length);
    });
    await openAs(page, merchant, "/settings/team");
    // The reference has a frame of its own: it comes last.
    for (const { href, keys } of destinations) {
      await test.step(`${keys.join(" ")} goes to ${href}`, async () => {
        for (const key of keys) await page.keyboard.press(key);
        await expect(page).toHaveURL(new RegExp(`${href}(/|$)`));
        await expectLoaded(page);
      });
    }
    expect(destinations.at(-1)?.href).toBe("/docs");

    await page.goto("/cards");
    await expectLoaded(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list.getByRole("region", { name: "Everywhere" })).toContainText("CtrlK");
    const places = list.getByRole("region", { name: "Go to" }).getByRole("term");
    await expect(places).toHaveText(destinations.map(({ label }) => label));
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL("/transactions");
  });

  await test.step("inside a field or a dialog", async () => {
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
});
