type Kept<T> = { readAtMs: number; value: Promise<T> };

/**
 * What `read` found within the last `keptMs` milliseconds in this process, or finds now. Calls share a read under way. A
 * failure is thrown to the calls that share it, and the next one reads again. `key`: Symbol.for() a name of this value.
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
