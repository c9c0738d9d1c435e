/**
 * Ways in which a request can fail. Before the operation runs: reset, unavailable, too many, redirect. After
 * it: failed after (502), lost (reset), cut short, no json, too large. A slow request responds late, a hung
 * one never.
 */
export const FAULTS = [
  "reset",
  "unavailable",
  "too many",
  "redirect",
  "failed after",
  "lost",
  "cut short",
  "no json",
  "too large",
  "slow",
  "hung",
] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 1_500;

/** The faults of a shop's next requests. */
export class Faults {
  private next: { operation: string; fault: Fault }[] = [];
  readonly met: Partial<Record<Fault, number>> = {};

  /** The fault of a request that `once` names none for. */
  otherwise: () => Fault | null = () => null;
  /** How late a slow request responds. */
  slowMs: () => number = () => SLOW_MS;

  /** The next request of the operation with this document name has this fault. */
  once(operation: string, fault: Fault): void {
    this.next.push({ operation, fault });
  }

  of(operation: string): Fault | null {
    const index = this.next.findIndex((one) => one.operation === operation);
    const [named] = index < 0 ? [] : this.next.splice(index, 1);
    const met = named?.fault ?? this.otherwise();
    if (met) this.met[met] = (this.met[met] ?? 0) + 1;
    return met;
  }
}
