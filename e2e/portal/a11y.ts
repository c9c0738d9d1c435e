import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect } from "../support/test";

const VIEWPORT_HEIGHT = 900;
const PHONE_WIDTH = 390;
const DESKTOP_WIDTH = 1440;
const INTERMEDIATE_WIDTHS = [768, 899, 900, 1024, 1280];
const DIALOG_SELECTOR = '[role="dialog"]';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

type ColorScheme = "light" | "dark";

/** Resizes a page, and expects no horizontal overflow and no scrollbar where nothing scrolls. */
async function resize(page: Page, width: number, at: string) {
  await page.setViewportSize({ width, height: VIEWPORT_HEIGHT });
  // The layout changes one frame after the resize.
  const problems = () => page.evaluate(scrollProblems);
  await expect.poll(problems, `${at}, ${width} px`).toEqual([]);
}

/** Runs in the page. The browser draws scrollbars that take space (playwright.config.ts). */
function scrollProblems(): string[] {
  // A bar for a pixel or two of a border or of rounding is of no use.
  const scrolls = (content: number, shown: number) => content - shown > 2;
  const px = (value: string) => Number.parseFloat(value);
  const root = document.documentElement;
  const problems = [];
  if (root.scrollWidth > root.clientWidth) problems.push("the page overflows sideways");
  if (window.innerWidth > root.clientWidth && !scrolls(root.scrollHeight, root.clientHeight))
    problems.push("the page has an idle scrollbar");
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const style = getComputedStyle(element);
    if (!/auto|scroll/.test(style.overflow) || element.clientWidth === 0) continue;
    const { offsetWidth, clientWidth, scrollWidth, offsetHeight, clientHeight, scrollHeight } =
      element;
    const barWidth =
      offsetWidth - clientWidth - px(style.borderLeftWidth) - px(style.borderRightWidth);
    const barHeight =
      offsetHeight - clientHeight - px(style.borderTopWidth) - px(style.borderBottomWidth);
    const idle =
      (barWidth >= 1 && !scrolls(scrollHeight, clientHeight)) ||
      (barHeight >= 1 && !scrolls(scrollWidth, clientWidth));
    if (idle) problems.push(`an idle scrollbar: ${element.outerHTML.slice(0, 200)}`);
  }
  return problems;
}

// Reduced motion, because colors in mid-transition would fail at random.
const setColorScheme = (page: Page, colorScheme: ColorScheme) =>
  page.emulateMedia({ colorScheme, reducedMotion: "reduce" });

/**
 * Expects no serious accessibility violation, no horizontal overflow and no idle scrollbar: all rules in light mode,
 * only colors in dark mode. Set `dark` to false if the same parts are scanned in dark mode elsewhere. `within` limits
 * the scan to a part of the page.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { within, dark = true }: { within?: string; dark?: boolean } = {},
) {
  if (dark) await setColorScheme(page, "dark");
  await resize(page, PHONE_WIDTH, name);
  if (dark) expect(await violationsOf(page, "dark", within), `${name}, dark, phone`).toEqual([]);
  await setColorScheme(page, "light");
  await resize(page, DESKTOP_WIDTH, name);
  expect(await violationsOf(page, "light", within), `${name}, light, desk`).toEqual([]);
}

/** The same check in both themes at every width. */
export async function expectAccessibleEverywhere(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await setColorScheme(page, colorScheme);
    for (const width of [PHONE_WIDTH, DESKTOP_WIDTH]) {
      await resize(page, width, name);
      const at = `${name}, ${colorScheme}, ${width} px`;
      expect(await violationsOf(page, colorScheme), at).toEqual([]);
    }
  }
}

/**
 * The same check for the open dialog only. Dialogs share their parts, so one of each kind is scanned in dark
 * mode.
 */
export async function expectDialogAccessible(page: Page, name: string, dark = false) {
  await expect(page.locator(DIALOG_SELECTOR).first()).toBeVisible();
  await expectAccessible(page, name, { within: DIALOG_SELECTOR, dark });
}

/** Expects no horizontal overflow and no idle scrollbar at widths between those of expectAccessible(). */
export async function expectToFit(page: Page, name: string) {
  for (const width of INTERMEDIATE_WIDTHS) await resize(page, width, name);
}

/**
 * The serious violations that axe finds. In dark mode it checks only colors, because nothing else differs.
 */
async function violationsOf(page: Page, colorScheme: ColorScheme, within?: string) {
  // Inject axe only once per page: its source is half a megabyte.
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
