const roundSteps = [1, 2, 5, 10];
const tickCount = 4;

/**
 * Round ticks of an axis from zero to at least `max`, such as 0, 500, 1,000. They are at least `unit` apart, the
 * smallest amount that there is.
 */
export function ticksUpTo(max: number, unit: number): number[] {
  if (max <= 0) return [0, unit];
  const rough = Math.max(unit, max / tickCount);
  // Rounded, because 10 ** -2 times 5 isn't exactly 0.05.
  const magnitude = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const step = magnitude * (roundSteps.find((one) => one * magnitude >= rough * (1 - 1e-9)) ?? 10);
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
