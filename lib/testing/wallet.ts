import { randomBytes } from "node:crypto";
import type { Ctx, WalletSession } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { formatCode } from "@/lib/domain/cards/code";
import { openWallet } from "@/lib/domain/wallet/sessions";
import { unsealMailed } from "@/lib/ledger/post/sealed-link";
import { makeCard } from "./ledger-fixtures";
import { callerWith } from "./requests";
import { createStore } from "./store";

export const uniqueEmail = () => `person-${newId()}@example.com`;

/** An IP address of its own, whose attempts no other test counts. */
export const uniqueAddress = () => ["10", ...randomBytes(3)].join(".");

/** Request functions for the wallet's routes, which send these headers. */
export const callerAtWallet = <H extends Record<string, string>>(headers: H) =>
  callerWith(headers, "/api/wallet");

/** A visitor of the wallet without a session. */
export const visitor = callerAtWallet({});

/** The headers sent by a browser with this wallet session token. */
export const walletHeaders = (token: string) => ({
  cookie: `scrip-wallet=${token}`,
  origin: "http://localhost:3000",
});

/** Creates a consumer with an open wallet session, optionally limited to one card. */
export async function consumerWithWallet(
  email = uniqueEmail(),
  only: WalletSession["only"] = null,
  browser: Partial<Ctx> = {},
) {
  const [row] = await pg()<{ id: string }[]>`select consumer_for(${newId()}, ${email}) as id`;
  const id = row?.id ?? "";
  const { ctx } = await createStore();
  const token = await db().transaction((tx) => openWallet(tx, ctx(browser), id, only));
  return { id, email, token, ...callerAtWallet(walletHeaders(token)) };
}

/** Creates a store; `card` creates an active card in it. */
export async function storeWithCardMaker(settings: Parameters<typeof createStore>[0] = {}) {
  const store = await createStore(settings);
  /** Creates an active card, owned by the consumer with this email, if given. */
  const card = async (amountCents = 2_500, owner?: string) => {
    const { id, code } = await makeCard(store.ctx, { amountCents, owner });
    return { id, code: formatCode(code) };
  };
  return { ...store, card };
}

type Mailed = { to: string; template: string; link?: string; code?: string; change?: string };

/** The emails to an address in the outbox, oldest first, with their links and codes decrypted. */
export async function mailsTo(email: string): Promise<Mailed[]> {
  const parts = await inEachBucket(
    () => pg()<{ id: string; payload: Mailed; at: number }[]>`
      select id, payload, extract(epoch from created_at)::float8 as at from outbox
      where payload ->> 'to' = ${email} order by id`,
  );
  const mails = parts.flat().sort((a, b) => a.at - b.at);
  return mails.map(({ id, payload }) => ({
    ...payload,
    ...(payload.link && { link: unsealMailed(id, payload.link) }),
    ...(payload.code && { code: unsealMailed(id, payload.code) }),
  }));
}

export const templatesTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ template }) => template);

/** The token in the latest link emailed to an address, optionally of one template. */
export const mailedToken = async (email: string, template?: string): Promise<string> =>
  (await mailsTo(email))
    .findLast((mail) => mail.link && (!template || mail.template === template))
    ?.link?.split("#")[1] ?? "";

/** The code in the latest sign-in email to an address. */
export const mailedCode = async (email: string): Promise<string> =>
  (await mailsTo(email)).findLast(({ code }) => code)?.code ?? "";
