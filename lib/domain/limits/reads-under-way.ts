import type { Principal } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";

/**
 * Reads that one store, or one consumer, can have under way in this process: few enough that they never take
 * all connections to the database. Further reads wait for their turn, up to a limit.
 */
export const MAX_READS_UNDER_WAY = 64;
export const MAX_READS_WAITING = 256;

type Reads = { underWay: number; waiting: (() => void)[] };

const READS_SYMBOL = Symbol.for("scrip.reads-under-way");
const globals = globalThis as { [READS_SYMBOL]?: Map<string, Reads> };

/** Runs a read when it is its turn, and counts it until it ends. Refuses: rate_limited. */
export async function limitReads<T>(
  { merchantId, actor }: Pick<Principal, "merchantId" | "actor">,
  read: () => Promise<T>,
): Promise<T> {
  globals[READS_SYMBOL] ??= new Map();
  const byReader = globals[READS_SYMBOL];
  const reader = merchantId || actor;
  const reads = byReader.get(reader) ?? { underWay: 0, waiting: [] };
  byReader.set(reader, reads);
  if (reads.underWay < MAX_READS_UNDER_WAY) reads.underWay++;
  else await waitForTurn(reads);
  try {
    return await read();
  } finally {
    // The next read takes this one's place.
    const next = reads.waiting.shift();
    if (next) next();
    else if (--reads.underWay === 0) byReader.delete(reader);
  }
}

function waitForTurn({ waiting }: Reads): Promise<void> {
  if (waiting.length >= MAX_READS_WAITING) {
    throw new Refusal("rate_limited", {
      message: `This store already has ${MAX_READS_WAITING} read requests waiting. Retry in 1 second.`,
      headers: { "Retry-After": "1" },
    });
  }
  return new Promise((resolve) => waiting.push(resolve));
}
