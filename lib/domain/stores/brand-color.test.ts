import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastBetween, inkOn, isDim, isPale, shadeOf } from "./brand-color";

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((color) => `#${color.toString(16).padStart(6, "0")}`);

test("text on any brand color has a contrast of at least 4.5:1, over the whole gradient of a card", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const ink = inkOn(color);
      expect(contrastBetween(color, ink)).toBeGreaterThanOrEqual(4.5);
      expect(contrastBetween(shadeOf(color), ink)).toBeGreaterThanOrEqual(
        contrastBetween(color, ink),
      );
    }),
    { numRuns: 5_000 },
  );
});

test("contrast is WCAG's, in either order", () => {
  expect(contrastBetween("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastBetween("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastBetween("#ffffff", "#12573d")).toBe(contrastBetween("#12573d", "#ffffff"));
});

test("dark colors carry white text and light ones black, which are pale on a white page", () => {
  expect(["#12573d", "#767676", "#777777", "#ffd400"].map(inkOn)).toEqual([
    "#ffffff",
    "#ffffff",
    "#000000",
    "#000000",
  ]);
  expect(["#12573d", "#777777", "#ffd400"].map(isPale)).toEqual([false, false, true]);
});

test("a dark color is dim in the dark theme, and no color is faint in both", () => {
  expect(["#12573d", "#777777", "#ffd400"].map(isDim)).toEqual([true, false, false]);
  fc.assert(fc.property(anyColor, (color) => !(isPale(color) && isDim(color))));
});
