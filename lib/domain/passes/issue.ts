import { sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db } from "@/lib/db/client/client";
import { purge } from "@/lib/db/client/in-batches";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { PASS_PLATFORMS, passRegistrations, walletPasses } from "@/lib/db/schema/passes";
import { lockCard } from "@/lib/domain/cards/find";
import { type OwnCard, readOwnCard } from "@/lib/domain/wallet/wallet/cards";
import { findPass, type Pass, type PassPlatform } from "./pass";
import { queueUpdate } from "./queue";

/** The wallet apps for which the operator configured passes. */
const configuredPlatforms = (): PassPlatform[] => {
  const { applePasses, googlePasses } = env();
  const isConfigured = { apple: applePasses !== null, google: googlePasses !== null };
  return PASS_PLATFORMS.filter((platform) => isConfigured[platform]);
};

/** The wallet apps to which a customer can add a card. None for a test twin's, which a till must not take. */
export const passesOffered = (card: OwnCard): PassPlatform[] => {
  const { isTest, status, frozen, expired } = card;
  return isTest || status !== "active" || frozen || expired ? [] : configuredPlatforms();
};

/**
 * Makes one of the consumer's active cards a pass for a wallet app; a card that has one already keeps it.
 * Refuses: unauthorized, not_found (also while the app isn't configured, and a test twin's card), card_not_active,
 * card_frozen, card_expired.
 */
export async function issuePass(
  ctx: Ctx,
  { cardId, platform }: { cardId: string; platform: PassPlatform },
): Promise<Pass> {
  requireScope(ctx, "wallet:card");
  const card = await readOwnCard(ctx, { cardId });
  if (card.isTest || !configuredPlatforms().includes(platform)) throw new Refusal("not_found");
  const { merchantId, status } = card;
  if (status !== "active") throw new Refusal("card_not_active", { extras: { status } });
  if (card.frozen) throw new Refusal("card_frozen");
  if (card.expired) throw new Refusal("card_expired");
  return await inBucketOf(merchantId, () => addPass(card, platform));
}

async function addPass({ merchantId, id: cardId }: OwnCard, platform: PassPlatform): Promise<Pass> {
  const [row] = await db().transaction(async (tx) => {
    // Locks the card: a movement that commits before is on the new pass, and a later one finds the pass and updates it.
    await lockCard(tx, merchantId, cardId);
    const rows = await tx
      .insert(walletPasses)
      .values({ merchantId, id: newId(), cardId, platform })
      .onConflictDoUpdate({
        target: [walletPasses.merchantId, walletPasses.cardId, walletPasses.platform],
        set: { platform: sql`excluded.platform` },
      })
      .returning({ id: walletPasses.id });
    // The link to Google has only a part of the store, and may be older than the card once it is saved.
    if (platform === "google") for (const { id } of rows) await queueUpdate(tx, { merchantId, id });
    return rows;
  });
  return found(row && (await findPass(row.id, platform)));
}

// A void pass stays for 90 days, so that phones learn that it is.
const ENDED_PASSES = sql`select p.merchant_id, p.id from wallet_passes p
  where p.updated_at < now() - interval '90 days'
    and exists (select from cards c where c.merchant_id = p.merchant_id and c.id = p.card_id
      and c.status = 'disabled')`;

/** Deletes the passes of cards that were disabled 90 days ago, and their phones' registrations. Returns how many. */
export async function purgePasses(): Promise<number> {
  await purge(passRegistrations, sql`(merchant_id, pass_id) in (${ENDED_PASSES})`);
  return await purge(walletPasses, sql`(merchant_id, id) in (${ENDED_PASSES})`);
}
