const calmMs = 2_000;

/** Fetches what most pages open sooner or later, once the page itself has settled. */
export function prefetchLazy(): () => void {
  const timer = setTimeout(() => {
    const parts = [import("./dialog"), import("./menu"), import("./select")];
    // Whoever needs one asks again, and says so when it can't be had.
    for (const part of parts) part.catch(() => {});
  }, calmMs);
  return () => clearTimeout(timer);
}
