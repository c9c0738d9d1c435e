import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Ctx, walletSessionOf } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { invalidField } from "@/lib/base/errors";
import type { Language } from "@/lib/base/i18n/languages";
import { networkOf } from "@/lib/base/networks";
import { hashToken, newTokenLink } from "@/lib/base/opaque-token";
import { db, type Tx } from "@/lib/db/client/client";
import { findAnywhere } from "@/lib/db/client/in-buckets";
import { consumerLinks, consumerSessions } from "@/lib/db/schema/consumer-access";
import { consumers } from "@/lib/db/schema/consumers";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { giveBackAttempt, takeAttempt, tryAttempt } from "@/lib/domain/limits/attempt-limits";
import { queueMail } from "@/lib/domain/mail/mail";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import { adoptLanguage } from "./language";
import { IS_OPENED_BY_CONSUMER, latestOf, openWallet } from "./sessions";
import { type AskingBrowser, createSignInCode, trySignInCode } from "./sign-in-code";

/** Lifetime of a sign-in link and its code. */
export const SIGN_IN_MINUTES = 10;

/** The page that emailed sign-in and card links open. The token follows the #. */
const OPEN_PATH = "/wallet/open";

const MAX_KNOWN_SESSIONS = 50;

// Longer than the work takes, so that the duration does not reveal whether the email is known.
const MIN_RESPONSE_MS = 250;

type SignIn = AskingBrowser & {
  /** The email's language; English by default. */
  language?: Language | undefined;
};

/**
 * Sends a link that opens the wallet of this normalized email, even if it is new: people with a printed
 * card sign in the same way. It works once, for 10 minutes, or the code next to it in this browser. Requests are
 * counted by email and network, and by email in total for networks where the wallet was never open; beyond that, the
 * person gets one email in 5 minutes, which may be the one that they asked for.
 * Refuses: rate_limited (by network).
 */
export async function requestSignIn(ctx: Ctx, signIn: SignIn): Promise<object> {
  await takeAttempt("wallet-address", ctx.address);
  await Promise.all([sleep(MIN_RESPONSE_MS), sendLink(signIn, ctx.address)]);
  return {};
}

async function sendLink({ email, browser, language }: SignIn, address: string): Promise<void> {
  // One mailbox has as many addresses as someone can think of +tags.
  const mailbox = mailboxOf(email);
  const isWithinLimits =
    (await tryAttempt("wallet-email", JSON.stringify([mailbox, networkOf(address)]))) &&
    ((await wasOpenIn(networkOf(address), email)) ||
      (await tryAttempt("wallet-email-total", mailbox)));
  // Counted even within the limits, so that a link that was just emailed is not followed by another.
  const isFirstLately = await tryAttempt("wallet-email-flood", mailbox);
  if (!isWithinLimits && !isFirstLately) return;
  await db().transaction(async (tx) => {
    const { tokenHash, link } = newTokenLink(OPEN_PATH);
    await tx.insert(consumerLinks).values({
      tokenHash,
      purpose: "sign_in",
      email,
      expiresAt: sql`now() + make_interval(mins => ${SIGN_IN_MINUTES})`,
    });
    const ofLink = { tokenHash, minutes: SIGN_IN_MINUTES };
    const code = await createSignInCode(tx, { email, browser }, ofLink);
    await queueMail(tx, null, { template: "sign_in", to: email, link, code, language });
  });
}

/** Whether the wallet of this email was open in this network lately. */
async function wasOpenIn(network: string, email: string): Promise<boolean> {
  const rows = await db()
    .select({ address: consumerSessions.address })
    .from(consumerSessions)
    .innerJoin(consumers, eq(consumers.id, consumerSessions.consumerId))
    .where(and(eq(consumers.email, email), IS_OPENED_BY_CONSUMER))
    .orderBy(desc(consumerSessions.createdAt))
    .limit(MAX_KNOWN_SESSIONS);
  return rows.some(({ address }) => address !== null && networkOf(address) === network);
}

export type OpenedWallet = {
  email: string;
  /** The one card that the link opened; null if it opened the whole wallet. */
  cardId: string | null;
  /** The cookie's value; null if the wallet is already open in this browser. */
  token: string | null;
};

/**
 * Opens the wallet in this browser with an emailed link, which works once. A sign-in link opens the whole
 * wallet. An invitation opens only its card, because its mail may have been forwarded. If the person's whole
 * wallet is already open here, it stays open.
 * Refuses: invalid_request (the link was used or has expired), rate_limited.
 */
export async function openLink(ctx: Ctx, { token }: { token: string }): Promise<OpenedWallet> {
  await takeAttempt("wallet-token", ctx.address);
  // A store's links are in its bucket, whose functions write them.
  const opened = await findAnywhere(() => takeLink(ctx, hashToken(token)));
  if (!opened) throw invalidField("token", "was used or has expired; request a new link");
  await giveBackAttempt("wallet-token", ctx.address);
  return opened;
}

/**
 * Opens the whole wallet with the code next to an emailed link, in the browser that asked for it. The code and the link
 * end each other, and the code ends after 5 tries.
 * Refuses: invalid_request (the code, alike whatever is wrong with it), rate_limited (by network).
 */
export async function openByCode(
  ctx: Ctx,
  { code, ...asking }: AskingBrowser & { code: string },
): Promise<OpenedWallet> {
  await takeAttempt("wallet-token", ctx.address);
  const openedByCode = async () => {
    const linkHash = await trySignInCode(asking, code);
    return linkHash && (await takeLink(ctx, linkHash));
  };
  const [opened] = await Promise.all([openedByCode(), sleep(MIN_RESPONSE_MS)]);
  if (!opened) throw invalidField("code", "is wrong or has expired; use the link in the email");
  await giveBackAttempt("wallet-token", ctx.address);
  return opened;
}

/** Opens the wallet with a link of the current bucket; null if there is none. */
const takeLink = (ctx: Ctx, tokenHash: Uint8Array): Promise<OpenedWallet | null> =>
  db().transaction(async (tx) => {
    const [link] = await tx
      .update(consumerLinks)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(consumerLinks.tokenHash, tokenHash),
          isNull(consumerLinks.usedAt),
          gt(consumerLinks.expiresAt, sql`now()`),
        ),
      )
      .returning();
    return link ? await openWalletByLink(tx, ctx, link) : null;
  });

type Link = Pick<typeof consumerLinks.$inferSelect, "email" | "merchantId" | "cardId">;

/**
 * Opens the wallet of the link's email, or only the link's card, unless the whole wallet is open. In a transaction of the
 * card's bucket.
 */
export async function openWalletByLink(
  tx: Tx,
  ctx: Ctx,
  { email, merchantId, cardId: linkedId }: Link,
): Promise<OpenedWallet> {
  const only = merchantId && linkedId ? await latestOf(tx, { merchantId, cardId: linkedId }) : null;
  const cardId = only?.cardId ?? null;
  const isOpen = ctx.consumer?.email === email && walletSessionOf(ctx)?.only === null;
  // The whole wallet doesn't show cards of test twins.
  if (isOpen && !(merchantId && (await isTestStore(tx, merchantId))))
    return { email, cardId, token: null };
  const consumerId = await findOrCreateConsumer(tx, email);
  if (only === null && ctx.language) await adoptLanguage(tx, consumerId, ctx.language);
  return { email, cardId, token: await openWallet(tx, ctx, consumerId, only) };
}
