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
import type { DemoStore } from "./store";
import type { Story } from "./timeline";

const DAY_MS = 86_400_000;

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
    const at = (daysAgo: number, run: () => Promise<unknown>) => ({
      atMs: nowMs - daysAgo * DAY_MS,
      run,
    });
    return [
      at(40, () => sellTo(asPartner(), ADA.email, 1_500)),
      at(58, () => transferBetween(store.asOwner, asPartner, 4_000)),
      at(51, () => transferBetween(asPartner, store.asOwner, 1_500)),
      at(44, () => transferBetween(store.asOwner, asPartner, 2_750)),
      at(30, () => recordPayment(asPartner(), { id: agreementId, amountCents: 5_000 })),
      at(22, () => transferBetween(store.asOwner, asPartner, 3_200)),
      at(9, () => transferBetween(asPartner, store.asOwner, 2_000)),
      at(4, () => transferBetween(store.asOwner, asPartner, 1_250)),
    ];
  };
  return { id, movements };
}

/** Sells a card to a customer, whose wallet then has cards of both stores. */
async function sellTo(ctx: Ctx, consumerEmail: string, amountCents: number) {
  const { card } = await create(ctx, { currency: "USD", cardType: "digital" });
  await activate(ctx, { cardId: card.id, amountCents, consumerEmail });
}

/** Moves money from a new card at one store to a new card at the other. */
async function transferBetween(from: () => Ctx, to: () => Ctx, amountCents: number) {
  const newCard = { currency: "USD", cardType: "digital" } as const;
  const [source, target] = [await create(from(), newCard), await create(to(), newCard)];
  await activate(from(), { cardId: source.card.id, amountCents: amountCents + 1_000 });
  await activate(to(), { cardId: target.card.id, amountCents: 1_000 });
  const toCode = parseCode(unsealCode(target.card)) ?? "";
  await transfer(from(), { fromCardId: source.card.id, toCode, amountCents });
}
