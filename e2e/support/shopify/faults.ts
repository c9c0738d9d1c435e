/**
 * Ways in which a request can fail. Before the operation runs: reset, unavailable, too many, redirect.
 * After it: failed after (502), lost (reset), cut short, no json, too large. slow responds late, hung never.
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

/** Percentage of requests with each fault. */
export type FaultRates = Partial<Record<Fault, number>>;

/** A random number generator with a seed (mulberry32), for numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The faults of a shop's next requests. */
export class Faults {
  /** Resets every connection. */
  down = false;
  private next: { operation: string; fault: Fault }[] = [];
  private rates: FaultRates = {};
  private random = seededRandom(0);
  readonly met: Partial<Record<Fault, number>> = {};

  /** The next request of this operation, by the name of its document, has this fault. */
  once(operation: string, fault: Fault): void {
    this.next.push({ operation, fault });
  }

  /** From now on, requests have faults at random. */
  atRandom(seed: number, rates: FaultRates): void {
    this.random = seededRandom(seed);
    this.rates = rates;
  }

  of(operation: string): Fault | null {
    const fault = this.down ? "reset" : (this.takeNext(operation) ?? this.draw());
    if (fault) this.met[fault] = (this.met[fault] ?? 0) + 1;
    return fault;
  }

  private takeNext(operation: string): Fault | null {
    const index = this.next.findIndex((one) => one.operation === operation);
    return index < 0 ? null : (this.next.splice(index, 1)[0]?.fault ?? null);
  }

  private draw(): Fault | null {
    let drawn = this.random() * 100;
    for (const fault of FAULTS) {
      drawn -= this.rates[fault] ?? 0;
      if (drawn < 0) return fault;
    }
    return null;
  }
}
