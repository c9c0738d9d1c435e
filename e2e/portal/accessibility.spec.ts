import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const widths = [390, 768, 1440];

/** No serious violation, nothing wider than the screen, in both themes and at every width. */
async function expectSound(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${name}, ${colorScheme}, ${width} px`;
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
      expect(serious, at).toEqual([]);
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflowPx, `${at}: sideways overflow`).toBeLessThanOrEqual(0);
    }
  }
}

test("the pages before signing in are sound for everybody", async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  for (const path of ["/sign-in", "/sign-up", "/there-is-no-such-page"]) {
    await page.goto(path);
    await expectSound(page, path);
  }
});

test("the pages of a store are sound for everybody", async ({ page, merchant, activeCard }) => {
  test.slow();
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await openAs(page, merchant, "/cards");
  for (const path of ["/cards", `/cards/${uuid}`, "/transactions", "/settings/api-keys"]) {
    await page.goto(path);
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    await expectSound(page, path);
  }
});

test("the dialogs are sound for everybody", async ({ page, merchant, activeCard }) => {
  test.slow();
  const { uuid } = await activeCard({ amountCents: 5_000 });
  await openAs(page, merchant, "/cards");
  const dialogs = [
    ["/cards", "Create card"],
    [`/cards/${uuid}`, "Redeem"],
    [`/cards/${uuid}`, "Disable"],
    ["/settings/api-keys", "Create key"],
  ] as const;
  for (const [path, name] of dialogs) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page, `${name} on ${path}`);
  }
});
