import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect } from "../support/test";

const HEIGHT = 900;
const PHONE = 390;
const DESK = 1440;
const BETWEEN = [768, 1024, 1280];
const DIALOG = '[role="dialog"]';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type ColorScheme = "light" | "dark";

/** Takes a page to a width without anything wider than the screen. */
async function resize(page: Page, width: number, at: string) {
  await page.setViewportSize({ width, height: HEIGHT });
  // The page takes its new shape a frame after the screen has.
  const overflowPx = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflowPx, `${at}, ${width} px: sideways overflow`).toBeLessThanOrEqual(0);
}

// Colors that still fade from one theme to the other would fail by chance.
const turn = (page: Page, colorScheme: ColorScheme) =>
  page.emulateMedia({ colorScheme, reducedMotion: "reduce" });

/**
 * No serious violation and nothing wider than the screen: everything in the light on a desk; in the dark
 * colors, unless all that is shown is seen in the dark elsewhere. `within` is what is looked at, where
 * the rest has a scan of its own.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { within, dark = true }: { within?: string; dark?: boolean } = {},
) {
  if (dark) await turn(page, "dark");
  await resize(page, PHONE, name);
  if (dark) expect(await violationsOf(page, "dark", within), `${name}, dark, phone`).toEqual([]);
  await turn(page, "light");
  await resize(page, DESK, name);
  expect(await violationsOf(page, "light", within), `${name}, light, desk`).toEqual([]);
}

/** The same in every theme on every device. */
export async function expectAccessibleEverywhere(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await turn(page, colorScheme);
    for (const width of [PHONE, DESK]) {
      await resize(page, width, name);
      const at = `${name}, ${colorScheme}, ${width} px`;
      expect(await violationsOf(page, colorScheme), at).toEqual([]);
    }
  }
}

/**
 * The same of the dialog that is open; the page behind it has a scan of its own. Dialogs are made of the
 * same parts: one of each kind is seen in the dark.
 */
export async function expectDialogAccessible(page: Page, name: string, dark = false) {
  await expect(page.locator(DIALOG).first()).toBeVisible();
  await expectAccessible(page, name, { within: DIALOG, dark });
}

/** Nothing wider than a screen between phone and desk, which expectAccessible looks at. */
export async function expectToFit(page: Page, name: string) {
  for (const width of BETWEEN) await resize(page, width, name);
}

/**
 * The serious violations that axe finds. In the dark only colors are looked at: nothing else differs
 * from the light.
 */
async function violationsOf(page: Page, colorScheme: ColorScheme, within?: string) {
  // A page is given axe once, however often it is looked at: it is half a megabyte of source.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(colorScheme === "dark" && { runOnly: { type: "rule", values: ["color-contrast"] } }),
  };
  return await page.evaluate(
    async ({ within, options }) => {
      const { violations } = await window.axe.run(within ?? document, options);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    },
    { within, options },
  );
}
