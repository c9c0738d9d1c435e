import type { Ctx } from "@/lib/base/context";
import { currentBucket } from "@/lib/db/client/buckets";
import { db } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { parseCode, unsealCode } from "@/lib/domain/cards/code";
import { create } from "@/lib/domain/cards/create";
import { operatorContext } from "@/lib/domain/people/operator";
import { updateBranding } from "@/lib/domain/stores/branding";
import { insertStore } from "@/lib/domain/stores/create";
import { acceptAgreement } from "@/lib/domain/transfers/agreements/accept";
import { proposeAgreement } from "@/lib/domain/transfers/agreements/propose";
import { recordPayment } from "@/lib/domain/transfers/agreements/record-payment";
import { transfer } from "@/lib/domain/transfers/transfer";
import { ADA } from "./customers";
import { MINUTE_MS, openingTime } from "./plan";
import type { DemoStore } from "./store";
import type { Story } from "./timeline";

const LIMITS = { maxTransferCents: 20_000, maxDayCents: 50_000, maxUnsettledCents: 100_000 };

/** A second store of the demo owner, and two months of transfers between the two. */
export async function createPartner(store: DemoStore) {
  const newStore = { name: "Juniper Street Café", currency: "USD", bucket: currentBucket() };
  const { merchantId: id, slug } = await db().transaction((tx) =>
    insertStore(tx, newStore, store.userId, null),
  );
  const asPartner = () => operatorContext(id);
  await updateBranding(asPartner(), { brandColor: "#8a3b12" });
  const proposal = { slug, ...LIMITS };
  const { id: agreementId } = (await proposeAgreement(store.asOwner(), proposal)).agreement;
  await acceptAgreement(asPartner(), { id: agreementId, ...LIMITS });

  const movements = (nowMs: number): Story => {
    const transferAt = (daysAgo: number, isIncoming: boolean, amountCents: number) => {
      const [from, to] = isIncoming ? [asPartner, store.asOwner] : [store.asOwner, asPartner];
      return transferBetween(openingTime(nowMs, daysAgo), from, to, amountCents);
    };
    return [
      ...transferAt(58, false, 4_000),
      ...transferAt(51, true, 1_500),
      ...transferAt(44, false, 2_750),
      { atMs: openingTime(nowMs, 40), run: () => sellTo(asPartner(), ADA.email, 1_500) },
      {
        atMs: openingTime(nowMs, 30),
        run: () => recordPayment(asPartner(), { id: agreementId, amountCents: 5_000 }),
      },
      ...transferAt(22, false, 3_200),
      ...transferAt(9, true, 2_000),
      ...transferAt(4, false, 1_250),
    ];
  };
  return { id, movements };
}

/** Sells a card to a customer, whose wallet then has cards of both stores. */
async function sellTo(ctx: Ctx, consumerEmail: string, amountCents: number) {
  const { card } = await create(ctx, { currency: "USD", cardType: "digital" });
  await activate(ctx, { cardId: card.id, amountCents, consumerEmail });
}

/** Sells a card at each store, and moves money from one to the other soon after. */
function transferBetween(atMs: number, from: () => Ctx, to: () => Ctx, amountCents: number): Story {
  const newCard = { currency: "USD", cardType: "digital" } as const;
  const sold = { sourceId: "", toCode: "" };
  const sell = async () => {
    const [source, target] = [await create(from(), newCard), await create(to(), newCard)];
    await activate(from(), { cardId: source.card.id, amountCents: amountCents + 1_000 });
    await activate(to(), { cardId: target.card.id, amountCents: 1_000 });
    Object.assign(sold, {
      sourceId: source.card.id,
      toCode: parseCode(unsealCode(target.card)) ?? "",
    });
  };
  const move = () =>
    transfer(from(), { fromCardId: sold.sourceId, toCode: sold.toCode, amountCents });
  return [
    { atMs, run: sell },
    { atMs: atMs + 5 * MINUTE_MS, run: move },
  ];
}
