import { startOwnShop } from "@/e2e/support/own-shop/server";
import type { Fault } from "@/e2e/support/shopify/faults";
import { randomBy } from "@/lib/testing/random";
import { choicesBy } from "../choices";
import type { FaultyShop, ShopMood } from "./parts";

const LATEST_MS = 60_000;
/** The share of a moody shop's calls that go wrong. */
const FAULTY_SHARE = 0.8;

const FAULTS_OF: Record<ShopMood, Fault[]> = {
  fine: [],
  throttling: ["too many"],
  // The work is done, but the response fails.
  "losing replies": ["lost", "cut short", "failed after"],
  late: ["slow"],
  away: [],
};

/** Starts a merchant's own shop with moods that `seed` repeats. A late response takes up to a minute, after the work. */
export async function startShop(
  name: string,
  seed: number,
): Promise<FaultyShop & { port: number }> {
  const { random, pick, chance } = choicesBy(randomBy(seed));
  const { address, token, faults, cards, refusing, stop } = await startOwnShop();
  let mood: ShopMood = "fine";
  faults.slowMs = () => random() * LATEST_MS;
  faults.otherwise = () => {
    const possible = FAULTS_OF[mood];
    return (possible.length > 0 && chance(FAULTY_SHARE) && pick(possible)) || null;
  };
  return {
    name,
    port: Number(new URL(address).port),
    address,
    token,
    setMood: (next) => {
      mood = next;
      refusing(mood === "away");
    },
    cards: () =>
      cards.map(({ cardId, balanceCents, enabled }) => ({ cardId, balanceCents, enabled })),
    stop,
  };
}
