import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { credit } from "@/lib/domain/cards/credit";
import { freeze } from "@/lib/domain/cards/freeze";
import { spend } from "@/lib/domain/cards/spend";
import { acceptGift, cancelGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { type NewGift, sendGift } from "@/lib/domain/gifts/send";
import { placeHold } from "@/lib/domain/holds/place";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { ADA } from "./customers";
import { DAY_MS, openingTime } from "./plan";
import type { DemoStore } from "./store";
import type { Moment, Story } from "./timeline";

const GRACE = "grace.hill@example.com";

type OwnedCard = { id: string; ownerId: string };
type SentGift = { id: string; senderId: string; to: string };

/** What fills Ada's wallet: cards in every state, gifts in every state, and store credit of every kind. */
export function walletStory(store: DemoStore, nowMs: number): Story {
  const moments: Moment[] = [];
  const at = (daysAgo: number, run: () => Promise<unknown>) =>
    moments.push({ atMs: openingTime(nowMs, daysAgo), run });

  const card = (daysAgo: number, amountCents: number, consumerEmail = ADA.email): OwnedCard => {
    const owned = { id: "", ownerId: "" };
    at(daysAgo, async () => {
      const ctx = store.as("Online shop");
      owned.id = (await create(ctx, { currency: "USD", cardType: "digital" })).card.id;
      await activate(ctx, { cardId: owned.id, amountCents, consumerEmail });
      const [row] = await pg()<{ ownerId: string }[]>`
        select owner_id as "ownerId" from cards where id = ${owned.id}`;
      owned.ownerId = row?.ownerId ?? "";
    });
    return owned;
  };
  const redeem = (owned: OwnedCard, daysAgo: number, amountCents: number, note?: string) =>
    at(daysAgo, () => spend(store.as("Front counter"), { cardId: owned.id, amountCents, note }));
  const gift = (
    owned: OwnedCard,
    daysAgo: number,
    to: string,
    more: Partial<NewGift>,
  ): SentGift => {
    const sent = { id: "", senderId: "", to };
    at(daysAgo, async () => {
      const order = { cardId: owned.id, senderId: owned.ownerId, recipientEmail: to };
      sent.senderId = owned.ownerId;
      sent.id = (await sendGift(store.asOwner(), { ...order, ...more })).gift.id;
    });
    return sent;
  };

  const everyday = card(200, 10_000);
  redeem(everyday, 150, 1_850, "Two paperbacks");
  redeem(everyday, 90, 2_400);
  at(30, () => credit(store.as("Online shop"), { cardId: everyday.id, amountCents: 5_000 }));
  at(1, () =>
    placeHold(store.as("Online shop"), {
      cardId: everyday.id,
      amountCents: 1_500,
      expiresInSeconds: 604_800,
      referenceId: "order-20418",
    }),
  );
  const expired = card(420, 4_000);
  redeem(expired, 380, 2_500);
  const usedUp = card(100, 2_500);
  redeem(usedUp, 80, 2_500, "Cookbook");
  const frozen = card(60, 3_000);
  at(3, () => freeze(store.asOwner(), { cardId: frozen.id, reason: "Reported lost" }));

  const giving = card(120, 20_000);
  const declined = gift(giving, 50, "linus.hill@example.com", { amountCents: 2_000 });
  at(49, () => declineGift(store.asOwner(), { giftId: declined.id, email: declined.to }));
  const cancelled = gift(giving, 25, "margaret.hill@example.com", { amountCents: 3_000 });
  at(24, () => cancelGift(store.asOwner(), { giftId: cancelled.id, senderId: cancelled.senderId }));
  // Expires when the history is over: a gift can be accepted for 30 days.
  gift(giving, 31, "edsger.hill@example.com", { amountCents: 1_500 });
  gift(giving, 2, "barbara.hill@example.com", {
    amountCents: 2_500,
    message: "Sixty years young!",
    senderName: "Ada",
    recipientName: "Barbara",
    design: "birthday",
  });
  const birthday = new Date(nowMs + 10 * DAY_MS).toISOString().slice(0, 10);
  gift(giving, 1, "alan.hill@example.com", { amountCents: 2_500, deliverOn: birthday });
  const accepted = gift(card(70, 10_000, GRACE), 45, ADA.email, {
    amountCents: 5_000,
    message: "Enjoy!",
    senderName: "Grace Hill",
    design: "new_home",
  });
  at(44, () => acceptGift(store.asOwner(), { giftId: accepted.id, email: ADA.email }));

  const creditOf = (email: string, amountCents: number, source: string, currency = "USD") => ({
    email,
    amountCents,
    source,
    currency,
  });
  at(40, () =>
    issueStoreCredit(store.asOwner(), {
      ...creditOf(ADA.email, 1_899, "refund"),
      note: "Returned: one hardback",
    }),
  );
  at(20, () => issueStoreCredit(store.asOwner(), creditOf(ADA.email, 1_000, "promotion", "EUR")));
  at(12, () => issueStoreCredit(store.asOwner(), creditOf(ADA.email, 500, "referral")));
  at(8, () => issueStoreCredit(store.asOwner(), creditOf(ADA.email, 1_200, "manual")));
  return moments.sort((a, b) => a.atMs - b.atMs);
}
