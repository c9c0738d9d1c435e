import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const widths = [390, 768, 1440];
const axeWidths = [390, 1440];

/** No serious violation, nothing wider than the screen, in both themes, on phone and desk. */
async function expectSound(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${name}, ${colorScheme}, ${width} px`;
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflowPx, `${at}: sideways overflow`).toBeLessThanOrEqual(0);
      if (axeWidths.includes(width)) expect(await violationsOf(page), at).toEqual([]);
    }
  }
}

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

for (const path of ["/sign-in", "/sign-up", "/there-is-no-such-page"]) {
  test(`${path} is sound for everybody`, async ({ page, tolerate }) => {
    test.slow();
    tolerate(/status of 404/);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectSound(page, path);
  });
}

for (const path of ["/cards", "/cards/:uuid", "/transactions", "/settings/api-keys"]) {
  test(`${path} is sound for everybody`, async ({ page, merchant, activeCard }) => {
    test.slow();
    const { uuid } = await activeCard({ amountCents: 5_000 });
    await openAs(page, merchant, path.replace(":uuid", uuid));
    await expectSound(page, path);
  });
}

for (const [path, name] of [
  ["/cards", "Create card"],
  ["/cards/:uuid", "Redeem"],
  ["/cards/:uuid", "Disable"],
  ["/settings/api-keys", "Create key"],
] as const) {
  test(`the dialog "${name}" is sound for everybody`, async ({ page, merchant, activeCard }) => {
    test.slow();
    const { uuid } = await activeCard({ amountCents: 5_000 });
    await openAs(page, merchant, path.replace(":uuid", uuid));
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page, name);
  });
}
