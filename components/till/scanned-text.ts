import { type Burst, isScan } from "./scan-burst";

/** The text of a field, and how much of its beginning was there before the current burst of keys. */
export type Scans = {
  text: string;
  earlier: string;
  earlierWasScanned: boolean;
  isScanned: boolean;
};

export const NO_SCANS: Scans = {
  text: "",
  earlier: "",
  earlierWasScanned: false,
  isScanned: false,
};

type Change = { before: string; typed: string; burst: Burst; keys: number };

/** The field after a change: what a scanner typed replaces what a scanner typed before it, not what a person did. */
export function scansAfter(scans: Scans, { before, typed, burst, keys }: Change): Scans {
  const begins = burst.keys === keys;
  const earlier = begins ? before : scans.earlier;
  const earlierWasScanned = begins
    ? scans.isScanned && scans.text === before
    : scans.earlierWasScanned;
  const isScanned = isScan(burst);
  const replaces = isScanned && earlierWasScanned && earlier !== "" && typed.startsWith(earlier);
  return {
    text: replaces ? typed.slice(earlier.length) : typed,
    earlier: replaces ? "" : earlier,
    earlierWasScanned: replaces ? false : earlierWasScanned,
    isScanned,
  };
}
