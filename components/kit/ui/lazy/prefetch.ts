const prefetchDelayMs = 2_000;

/** Prefetches common overlays once the page has settled. Returns a function that cancels it. */
export function prefetchLazy(): () => void {
  const timer = setTimeout(() => {
    const parts = [import("./dialog"), import("./menu"), import("./select")];
    // A failure is fine here: opening one loads it again and reports the error.
    for (const part of parts) part.catch(() => {});
  }, prefetchDelayMs);
  return () => clearTimeout(timer);
}
