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

/** How many of a hundred requests meet each fault. */
export type Shares = Partial<Record<Fault, number>>;

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The faults that a shop's next requests meet. */
export class Faults {
  /** Every connection is broken off. */
  down = false;
  private next: { operation: string; fault: Fault }[] = [];
  private shares: Shares = {};
  private random = randomFrom(0);
  readonly met: Partial<Record<Fault, number>> = {};

  /** The next request of an operation, by its document's name, meets a fault. */
  once(operation: string, fault: Fault): void {
    this.next.push({ operation, fault });
  }

  /** From now on requests meet faults by chance. */
  atRandom(seed: number, shares: Shares): void {
    this.random = randomFrom(seed);
    this.shares = shares;
  }

  of(operation: string): Fault | null {
    const fault = this.down ? "reset" : (this.told(operation) ?? this.byChance());
    if (fault) this.met[fault] = (this.met[fault] ?? 0) + 1;
    return fault;
  }

  private told(operation: string): Fault | null {
    const index = this.next.findIndex((one) => one.operation === operation);
    return index < 0 ? null : (this.next.splice(index, 1)[0]?.fault ?? null);
  }

  private byChance(): Fault | null {
    let drawn = this.random() * 100;
    for (const fault of FAULTS) {
      drawn -= this.shares[fault] ?? 0;
      if (drawn < 0) return fault;
    }
    return null;
  }
}
