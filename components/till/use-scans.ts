import { useRef } from "react";
import { type Burst, burstAfter, charactersOf, isEndedScan, isScan, NO_BURST } from "./scan-burst";

/** When something happened, as its event says. */
export type Moment = Pick<Event, "timeStamp">;

/** The burst of keys in a field. On a busy page, only `keydown` says when a key was pressed: `input` and `submit` come later. */
export function useBurst() {
  const burst = useRef(NO_BURST);
  const pressedMs = useRef<number | null>(null);
  return {
    /** Notes when a key is pressed, before it changes the field. */
    press: ({ timeStamp }: Moment) => {
      pressedMs.current = timeStamp;
    },
    /** The burst after a change of the field. A change without a key press, such as a paste, counts at its own time. */
    after: (change: InputEvent): Burst => {
      const atMs = pressedMs.current ?? change.timeStamp;
      pressedMs.current = null;
      burst.current = burstAfter(burst.current, charactersOf(change), atMs);
      return burst.current;
    },
    /** Whether a scanner just typed a code, and ends it with this key. */
    hasEnded: ({ timeStamp }: Moment): boolean => isEndedScan(burst.current, timeStamp),
  };
}

/** A scanner may stop for a moment within a code. Between two codes, the cashier needs longer than this. */
const RESCAN_PAUSE_MS = 500;

/** The text of a field, and how much of its beginning was there before the current scan. */
type Scans = {
  text: string;
  lastMs: number;
  earlier: string;
  earlierWasScanned: boolean;
  isScanned: boolean;
};

export const NO_SCANS: Scans = {
  text: "",
  lastMs: Number.NEGATIVE_INFINITY,
  earlier: "",
  earlierWasScanned: false,
  isScanned: false,
};

type Change = { before: string; typed: string; burst: Burst; keys: number };

/** The field after a change: what a scanner typed replaces what a scanner typed before it, not what a person did. */
export function scansAfter(scans: Scans, { before, typed, burst, keys }: Change): Scans {
  const begins = burst.keys === keys && burst.lastMs - scans.lastMs >= RESCAN_PAUSE_MS;
  const earlier = begins ? before : scans.earlier;
  const earlierWasScanned = begins
    ? scans.isScanned && scans.text === before
    : scans.earlierWasScanned;
  const isScanned = isScan(burst);
  const replaces = isScanned && earlierWasScanned && earlier !== "" && typed.startsWith(earlier);
  return {
    text: replaces ? typed.slice(earlier.length) : typed,
    lastMs: burst.lastMs,
    earlier: replaces ? "" : earlier,
    earlierWasScanned: replaces ? false : earlierWasScanned,
    isScanned,
  };
}

/** What a scanner types into a field for codes. */
export function useScans() {
  const scans = useRef(NO_SCANS);
  const { after, press, hasEnded } = useBurst();
  return {
    press,
    hasEnded,
    /** The field's text after a change: a second scan replaces the first. */
    textAfter: (before: string, typed: string, change: InputEvent): string => {
      const keys = charactersOf(change);
      const burst = after(change);
      scans.current = scansAfter(scans.current, { before, typed, burst, keys });
      return scans.current.text;
    },
  };
}
