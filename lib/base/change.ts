/** How an amount in minor units changed; `ratio` is the change by the former amount, null if that wasn't positive. */
export type Change = { cents: bigint; ratio: number | null };

export function changeBetween(before: bigint, now: bigint): Change {
  const cents = now - before;
  return { cents, ratio: before <= 0n ? null : Number((cents * 10_000n) / before) / 10_000 };
}
