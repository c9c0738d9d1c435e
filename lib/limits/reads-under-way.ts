import type { Principal } from "../context";
import { Refusal } from "../errors";

/**
 * Reads that one store, or one consumer, can have under way in this process: enough for every page and till,
 * and few enough that they never take all connections to the database from debits.
 */
export const MAX_READS_UNDER_WAY = 32;

const READS_SYMBOL = Symbol.for("scrip.reads-under-way");
const globals = globalThis as { [READS_SYMBOL]?: Map<string, number> };

/** Runs a read and counts it until it ends. Refuses: rate_limited. */
export async function limitReads<T>(
  { merchantId, actor }: Pick<Principal, "merchantId" | "actor">,
  read: () => Promise<T>,
): Promise<T> {
  globals[READS_SYMBOL] ??= new Map();
  const underWay = globals[READS_SYMBOL];
  const reader = merchantId || actor;
  const others = underWay.get(reader) ?? 0;
  if (others >= MAX_READS_UNDER_WAY) {
    throw new Refusal("rate_limited", {
      message: `${MAX_READS_UNDER_WAY} reads are in progress; retry when one has ended.`,
      headers: { "Retry-After": "1" },
    });
  }
  underWay.set(reader, others + 1);
  try {
    return await read();
  } finally {
    const left = (underWay.get(reader) ?? 1) - 1;
    if (left > 0) underWay.set(reader, left);
    else underWay.delete(reader);
  }
}
