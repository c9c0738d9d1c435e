import type { Check } from "./context";
import type { Index } from "./index-history";
import { text } from "./json";
import type { CardRow } from "./rows";

const CHECK = "shop";

/** At rest, the online shop has each of its cards with what can be redeemed of it, and no other cards. */
export const shop: Check = function* ({ index }) {
  const { ledger, shopCards, stores } = index;
  if (!ledger.isAtRest) return;
  const at = { check: CHECK, atMs: ledger.beganMs, ops: [] };
  const { cards, platform_cards } = ledger.tables;
  const targets = targetsOf(index);
  const seen = new Set<string>();
  for (const { shop: name, cardId, balanceCents, enabled } of shopCards) {
    const card = cards.get(cardId);
    const what = `card ${cardId} at ${name}`;
    if (seen.has(cardId)) yield { ...at, what: `${what} is there twice` };
    seen.add(cardId);
    if (!card) {
      yield { ...at, what: `${what} isn't in the ledger` };
      continue;
    }
    const isActive = card.status === "active";
    if (enabled !== isActive)
      yield { ...at, what: `${what} is ${enabled ? "on" : "off"}, and ${card.status}` };
    const target = targets(card);
    if (isActive && balanceCents !== target)
      yield { ...at, what: `${what} has ${balanceCents}, and should have ${target}` };
  }
  const shops = new Set(
    stores.filter(({ about }) => text(about, "shop")).map(({ merchantId }) => merchantId),
  );
  for (const { card_id, merchant_id } of platform_cards.values()) {
    const card = cards.get(card_id);
    if (!card || !shops.has(merchant_id) || seen.has(card_id)) continue;
    if (card.status === "active" && targets(card) > 0)
      yield { ...at, what: `card ${card_id} has ${targets(card)}, and isn't in the shop` };
  }
  const synced = new Set([...platform_cards.values()].map(({ card_id }) => card_id));
  for (const { event, card_id, merchant_id } of ledger.tables.events.values()) {
    if (event === "card.activated" && shops.has(merchant_id) && !synced.has(card_id))
      yield { ...at, what: `card ${card_id} was activated, and isn't to be in the shop` };
  }
};

/** What the shop should show of a card: what is available, without what the shop redeemed and the ledger refused. */
function targetsOf({ ledger, startedMs }: Index): (card: CardRow) => number {
  const { holds, platform_cards } = ledger.tables;
  const nowMs = startedMs + ledger.beganMs;
  const held = new Map<string, number>();
  for (const { card_id, status, expires_at, amount_cents } of holds.values())
    if (status === "held" && Date.parse(expires_at) > nowMs)
      held.set(card_id, (held.get(card_id) ?? 0) + amount_cents);
  const unposted = new Map(
    [...platform_cards.values()].map((row) => [row.card_id, row.unposted_cents]),
  );
  return ({ id, balance_cents, frozen_reason }) => {
    if (frozen_reason !== null) return 0;
    return Math.max(0, balance_cents - (held.get(id) ?? 0) - (unposted.get(id) ?? 0));
  };
}
