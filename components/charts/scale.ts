const steps = [1, 2, 2.5, 5, 10];
const marks = 4;

/** Round axis ticks from zero to at least `max`. */
export function marksUpTo(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / marks;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (steps.find((one) => one * magnitude >= rough) ?? 10);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Moves overlapping labels apart. Positions are in pixels from the top. */
export function spread(places: readonly number[], gap: number, bottom: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => at(places, a) - at(places, b));
  const moved = [...places];
  order.forEach((index, rank) => {
    const above = rank === 0 ? Number.NEGATIVE_INFINITY : at(moved, at(order, rank - 1)) + gap;
    moved[index] = Math.max(at(moved, index), above);
  });
  let limit = bottom;
  for (const index of order.reverse()) {
    moved[index] = Math.min(at(moved, index), limit);
    limit = at(moved, index) - gap;
  }
  return moved;
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0;
