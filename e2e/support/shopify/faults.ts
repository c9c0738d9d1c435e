/**
 * What may go wrong with a request. Before the work: the connection breaks, 503, 429, a redirect. After
 * the work: 502, the connection breaks (lost), half an answer, no JSON, more than anybody would read.
 * slow answers late, hung never.
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

/** The faults that a shop's next requests meet. */
export class Faults {
  private next: { operation: string; fault: Fault }[] = [];
  readonly met: Partial<Record<Fault, number>> = {};

  /** The next request of an operation, by its document's name, meets a fault. */
  once(operation: string, fault: Fault): void {
    this.next.push({ operation, fault });
  }

  of(operation: string): Fault | null {
    const index = this.next.findIndex((one) => one.operation === operation);
    const [met] = index < 0 ? [] : this.next.splice(index, 1);
    if (met) this.met[met.fault] = (this.met[met.fault] ?? 0) + 1;
    return met?.fault ?? null;
  }
}
