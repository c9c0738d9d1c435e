/** So many at a time, and who waits, first come first served. */
export type Line = { running: number; waiting: (() => void)[] };

export const newLine = (): Line => ({ running: 0, waiting: [] });

/** Does the work when fewer than `max` others of the line are at theirs. */
export async function inTurn<T>(line: Line, max: number, work: () => Promise<T>): Promise<T> {
  // Who is done hands over the place.
  if (line.running < max) line.running++;
  else await new Promise<void>((go) => line.waiting.push(go));
  try {
    return await work();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else line.running--;
  }
}
