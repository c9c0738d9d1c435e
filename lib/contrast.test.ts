import { expect, test } from "vitest";
import { contrastOf, textColorOn } from "./contrast";

test("text on any color has a contrast of at least 4.5:1", () => {
  const steps = ["00", "33", "66", "77", "99", "cc", "ff"];
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  expect(colors.filter((color) => contrastOf(textColorOn(color), color) < 4.5)).toEqual([]);
});

test("contrast is that of WCAG", () => {
  expect(contrastOf("#ffffff", "#000000")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
