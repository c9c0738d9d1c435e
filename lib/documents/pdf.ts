import { setImmediate } from "node:timers/promises";
import type PDFDocument from "pdfkit";

export type Pdf = InstanceType<typeof PDFDocument>;

export const INK_COLOR = "#1f1c18";
export const MUTED_COLOR = "#5f594f";

/** How long a drawing keeps the process from other work. In some scripts, a single row takes a tenth of a second. */
const MAX_TURN_MS = 20;

/** Returns a function to await between two parts of a drawing. It lets the process do other work if it is time. */
export function turns(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < MAX_TURN_MS) return;
    await setImmediate();
    startedAt = performance.now();
  };
}
