/** How an amount in minor units changed; `ratio` is the change by the former amount, null if that was zero. */
export type Change = { cents: bigint; ratio: number | null };

export function changeBetween(before: bigint, now: bigint): Change {
  const cents = now - before;
  const size = before < 0n ? -before : before;
  return { cents, ratio: size === 0n ? null : Number((cents * 10_000n) / size) / 10_000 };
}
