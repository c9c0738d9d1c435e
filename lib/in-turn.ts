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

/** As inTurn(), in a line of each key, which is forgotten once nobody is in it. */
export async function inTurnOf<T>(
  lines: Map<string, Line>,
  key: string,
  max: number,
  work: () => Promise<T>,
): Promise<T> {
  const line = lines.get(key) ?? newLine();
  lines.set(key, line);
  try {
    return await inTurn(line, max, work);
  } finally {
    if (line.running === 0) lines.delete(key);
  }
}
