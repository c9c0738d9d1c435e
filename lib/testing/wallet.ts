import { openWallet } from "@/lib/consumers/sessions";
import type { Ctx, WalletSession } from "@/lib/context";
import { db, pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { activate } from "../cards/activate";
import { openCode } from "../cards/code";
import { create } from "../cards/create";
import { createStore } from "./store";

export const anyone = () => `person-${newId()}@example.com`;

/** The headers that a browser sends in which the token's wallet is open. */
export const walletHeaders = (token: string) => ({
  cookie: `scrip-wallet=${token}`,
  origin: "http://localhost:3000",
});

/** A consumer with their wallet open: as a whole, or with one card of theirs. */
export async function consumerWithWallet(
  email = anyone(),
  only: WalletSession["only"] = null,
  browser: Partial<Ctx> = {},
) {
  const [row] = await pg()<{ id: string }[]>`select consumer_for(${newId()}, ${email}) as id`;
  const id = row?.id ?? "";
  const { ctx } = await createStore();
  const token = await db().transaction((tx) => openWallet(tx, ctx(browser), id, only));
  return { id, email, token, headers: walletHeaders(token) };
}

/** A store with cards to give away. */
export async function storeWithCards(settings: Parameters<typeof createStore>[0] = {}) {
  const store = await createStore(settings);
  /** An active card; with an address it is that consumer's. */
  const card = async (amountCents = 2_500, consumerEmail?: string) => {
    const made = await create(store.ctx(), { currency: "USD", cardType: "physical" });
    const cardId = made.card.id;
    await activate(store.ctx(), { cardId, amountCents, consumerEmail });
    return { id: cardId, code: openCode(made.card) };
  };
  return { ...store, card };
}

type Mailed = { to: string; template: string; link?: string };

/** What waits in the outbox for an address, oldest first. */
export const mailsTo = async (email: string): Promise<Mailed[]> =>
  (
    await pg()<{ payload: Mailed }[]>`select payload from outbox
      where payload ->> 'to' = ${email} order by created_at, id`
  ).map(({ payload }) => payload);

/** The token in the latest link that was mailed to an address. */
export const mailedToken = async (email: string): Promise<string> =>
  (await mailsTo(email)).at(-1)?.link?.split("#")[1] ?? "";
