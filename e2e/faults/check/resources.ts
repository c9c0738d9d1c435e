import { groupBy, median } from "./collections";
import type { Check } from "./context";
import type { Index } from "./index-history";

const MIN_LIFE_MS = 60_000;
const WARM_UP_MS = 20_000;
/** Single samples say little: a request may be under way. */
const SAMPLES = 5;
/** Clients of the other instance come over when it is away. */
const MAX_MORE_HANDLES = 60;
const MAX_RSS_SHARE = 1.4;
// Node keeps memory for some time before it frees it.
const MAX_MORE_BYTES = 100 * 1024 ** 2;

type Samples = Index["samples"];

const typical = (samples: Samples, field: "handles" | "rssBytes"): number =>
  median(samples.map((sample) => sample[field]));

/** A process that ran for a minute or more has about as much memory and as many handles at its end as warmed up. */
export const resources: Check = function* ({ index }) {
  for (const [pid, samples] of groupBy(index.samples, ({ pid }) => pid)) {
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last || last.atMs - first.atMs < MIN_LIFE_MS) continue;
    const warm = samples.filter(({ atMs }) => atMs - first.atMs >= WARM_UP_MS);
    const [before, after] = [warm.slice(0, SAMPLES), warm.slice(-SAMPLES)];
    const at = { check: "resources", atMs: last.atMs, ops: [] };
    const handles = [typical(before, "handles"), typical(after, "handles")] as const;
    const bytes = [typical(before, "rssBytes"), typical(after, "rssBytes")] as const;
    const what = `${first.instance} (process ${pid})`;
    if (handles[1] > handles[0] + MAX_MORE_HANDLES)
      yield { ...at, what: `${what} had ${handles[0]} handles, and has ${handles[1]}` };
    if (bytes[1] > bytes[0] * MAX_RSS_SHARE + MAX_MORE_BYTES)
      yield { ...at, what: `${what} had ${bytes[0]} bytes, and has ${bytes[1]}` };
  }
};
