import { useRef } from "react";
import { burstAfter, charactersOf, isEndedScan, NO_BURST } from "./scan-burst";
import { NO_SCANS, scansAfter } from "./scanned-text";

/** What a scanner types into a field for codes. */
export function useScans() {
  const scans = useRef(NO_SCANS);
  const burst = useRef(NO_BURST);
  return {
    /** The field's text after a change: a second scan replaces the first. */
    textAfter: (before: string, typed: string, change: InputEvent): string => {
      const nowMs = performance.now();
      const keys = charactersOf(change);
      burst.current = burstAfter(burst.current, keys, nowMs);
      scans.current = scansAfter(scans.current, { before, typed, burst: burst.current, keys });
      return scans.current.text;
    },
    /** Whether a scanner just typed a code, and ends it with the key that is pressed now. */
    hasEnded: () => isEndedScan(burst.current, performance.now()),
  };
}
