import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../support/test";

const widths = [390, 768, 1024, 1280, 1440];
const axeWidths = [390, 1440];

/** No serious violation, nothing wider than the screen, in both themes, on phone and desk. */
export async function expectSound(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${name}, ${colorScheme}, ${width} px`;
      // The page takes its new shape a frame after the screen has.
      const overflowPx = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflowPx, `${at}: sideways overflow`).toBeLessThanOrEqual(0);
      if (axeWidths.includes(width)) expect(await violationsOf(page, colorScheme), at).toEqual([]);
    }
  }
}

/**
 * The serious violations that axe finds on a page as it stands. In the dark only colours are looked
 * at: nothing else differs from the light.
 */
export async function violationsOf(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  // Without frames there is nothing to gather from them, which costs a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    ...(colorScheme === "dark" && { runOnly: { type: "rule", values: ["color-contrast"] } }),
  });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
