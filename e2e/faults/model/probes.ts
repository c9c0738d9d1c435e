import { type Context, makeActor, repeatTurns } from "./actor";
import { type Card, change, move, onCard, sellCard } from "./cards";
import { apiClient } from "./sessions";
import type { Key } from "./stores";

const PATIENCE_MS = 2_000;
const PAUSE_MS = 200;
/** Enough for many hours. Then the probe opens another card. */
const FILLED_WITH_CENTS = 1_000_000;
const READS_EVERY = 5;

type SetUp = { instance: string; at: number; key: Key };

/**
 * Starts a probe: it redeems a cent again and again, only at this instance and with little patience. Its failed attempts
 * show when the instance is down and when it is back. Resolves when it has stopped.
 */
export function runProbe(context: Context, { instance, at, key }: SetUp): Promise<void> {
  const only = { patienceMs: PATIENCE_MS, pauseMs: PAUSE_MS };
  const actor = makeActor(context, `probe:${instance}`, at, only);
  const api = apiClient(actor, key.secret);
  let card: Card | null = null;
  let rounds = 0;
  const unhurried = { ...context, slowdown: 1 };
  return repeatTurns(unhurried, actor, PAUSE_MS, async () => {
    card ??= await sellCard(api, FILLED_WITH_CENTS);
    if (!card) return;
    rounds += 1;
    const debit = { verb: "debit", path: onCard(card, "debit") };
    const { status } = await move(api, card, debit, { amountCents: 1 });
    if (status === 400) card = null;
    else if (rounds % READS_EVERY === 0)
      await change(api, card, { verb: "read balance", path: onCard(card, "balance") });
  });
}
