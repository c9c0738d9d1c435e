type Kept<T> = { readAtMs: number; value: Promise<T> };

/**
 * The result of `read`, kept for `keptMs` milliseconds in this process. Calls share a read that isn't done yet. A failure
 * is thrown to all that share it, and isn't kept. `key`: Symbol.for() the value's name.
 */
export function keepFor<T>(keptMs: number, key: symbol, read: () => Promise<T>): Promise<T> {
  // On globalThis, because pages, routes and the server can each have a copy of this module.
  const globals = globalThis as { [key: symbol]: Kept<T> | undefined };
  const kept = globals[key];
  if (kept && performance.now() - kept.readAtMs < keptMs) return kept.value;
  const current = { readAtMs: performance.now(), value: read() };
  globals[key] = current;
  current.value.catch(() => {
    if (globals[key] === current) delete globals[key];
  });
  return current.value;
}
