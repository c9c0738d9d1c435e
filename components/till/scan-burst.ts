// Scanners type like a keyboard. People type fewer keys at this pace, and don't end them with Enter or Tab as fast.
const SCAN_GAP_MS = 100;
const MIN_SCAN_KEYS = 6;
const ENDED_SCAN_KEYS = 4;

/** The characters that were typed one after another at the pace of a scanner. */
export type Burst = { keys: number; lastMs: number };

export const NO_BURST: Burst = { keys: 0, lastMs: Number.NEGATIVE_INFINITY };

/** The burst after `keys` more characters at `nowMs`; a deletion has none. */
export const burstAfter = ({ keys: before, lastMs }: Burst, keys: number, nowMs: number): Burst => {
  if (keys === 0) return NO_BURST;
  return { keys: nowMs - lastMs <= SCAN_GAP_MS ? before + keys : keys, lastMs: nowMs };
};

type Key = Pick<KeyboardEvent, "key">;

/** Whether a key is Tab, with which some scanners end a code. */
export const isTab = ({ key }: Key): boolean => key === "Tab";

/** Whether scanners end a code with this key. */
export const endsScan = ({ key }: Key): boolean => key === "Enter" || key === "Tab";

/** Whether a burst came from a scanner. */
export const isScan = ({ keys }: Burst): boolean => keys >= MIN_SCAN_KEYS;

/** Whether a burst came from a scanner, if Enter or Tab followed it at `nowMs`. */
export const isEndedScan = ({ keys, lastMs }: Burst, nowMs: number): boolean =>
  keys >= ENDED_SCAN_KEYS && nowMs - lastMs <= SCAN_GAP_MS;

/**
 * The number of characters that a change of a field added: 0 for a deletion, and as many as a scan has for what was
 * pasted, dropped or put there by anything but keys.
 */
export function charactersOf({ inputType = "", data }: Partial<InputEvent>): number {
  if (inputType.startsWith("delete") || inputType.startsWith("history")) return 0;
  const isTyped = inputType === "insertText" || inputType === "insertCompositionText";
  return isTyped ? Math.max(1, data?.length ?? 1) : MIN_SCAN_KEYS;
}
