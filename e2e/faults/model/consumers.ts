import type { Mailbox } from "../system/parts";
import { type Actor, type Context, makeActor, remember, repeatTurns } from "./actor";
import { isDone, type Reply } from "./ask";
import { fittingCents } from "./cards";
import { anonymousClient, type Client, openWallet, tokenIn } from "./sessions";
import type { Counter } from "./till-verbs";

type OwnCard = { uuid: string; merchantId: string; availableCents: number };
/** A gift that was sent: `token` once its email was opened. */
type Gift = { id: string; to: string; token: string | null };

type Consumer = Actor & {
  mail: Mailbox;
  email: string;
  wallet: Client;
  anonymous: Client;
  counters: Counter[];
  cards: OwnCard[];
  gifts: Gift[];
};

const MAX_CARDS = 6;
const MAX_GIFTS = 8;

const learn = (consumer: Consumer, body: Reply["body"]) => {
  const known = consumer.cards.find(({ uuid }) => uuid === body?.uuid);
  if (known) known.availableCents = body.availableCents;
};

const newEmail = ({ name, below }: Actor): string =>
  `${name.replace(":", "-")}-${below(1e9)}@example.com`;

/** Claims a card that a till sold, with the code on it. */
async function claim(consumer: Consumer): Promise<void> {
  const counter = consumer.pick(consumer.counters.filter(({ sold }) => sold.length > 0));
  const card = counter?.sold.shift();
  if (!counter || !card) return await list(consumer);
  const reply = await consumer.wallet({
    verb: "wallet claim",
    path: "/claim",
    body: { code: card.code },
    card: card.uuid,
  });
  if (!isDone(reply)) return;
  const { merchantId } = counter.store;
  const { availableCents } = reply.body;
  remember(consumer.cards, { uuid: card.uuid, merchantId, availableCents }, MAX_CARDS);
}

const amountOf = (consumer: Consumer, card: OwnCard) => fittingCents(consumer, card, 800, 9_000);

/** Sends a gift to a new email address. */
async function give(consumer: Consumer): Promise<void> {
  const card = consumer.pick(consumer.cards);
  if (!card) return await claim(consumer);
  const to = `friend-${newEmail(consumer)}`;
  const amountCents = amountOf(consumer, card);
  const reply = await consumer.wallet({
    verb: "wallet gift",
    path: "/gifts",
    card: card.uuid,
    body: (message) => ({ cardUuid: card.uuid, amountCents, recipientEmail: to, message }),
  });
  // The daily quota of gifts is used up: go on as another consumer.
  if (reply.status === 429 && consumer.chance(0.3)) return await becomeAnother(consumer);
  if (!isDone(reply)) return;
  card.availableCents = Math.max(0, card.availableCents - amountCents);
  remember(consumer.gifts, { id: reply.body.id, to, token: null }, MAX_GIFTS);
}

/** Opens the email of a gift, if it has arrived. */
async function openGiftMail({ mail }: Consumer, gift: Gift): Promise<void> {
  const received = await mail.waitForMail(gift.to, /gift/i, 0).catch(() => null);
  if (received) gift.token = tokenIn(received);
}

/** Accepts or declines a gift by its link. The gift's page shows what became of an attempt whose response was lost. */
async function answerGift(consumer: Consumer, verb: "accept" | "decline"): Promise<void> {
  const gift = consumer.pick(consumer.gifts);
  if (gift && !gift.token) await openGiftMail(consumer, gift);
  if (!gift?.token) return await list(consumer);
  const { anonymous } = consumer;
  const body = { token: gift.token };
  const readGift = { verb: "read gift", path: "/api/wallet/gifts/read", body, key: null };
  if (consumer.chance(0.3)) await anonymous(readGift);
  await anonymous({ verb: `${verb} gift`, path: `/api/wallet/gifts/${verb}`, body, key: null });
  await anonymous(readGift);
  // Sometimes the same gift is answered twice.
  if (consumer.chance(0.8)) consumer.gifts = consumer.gifts.filter((one) => one !== gift);
}

async function cancelGift(consumer: Consumer): Promise<void> {
  const gift = consumer.pick(consumer.gifts);
  if (!gift) return await list(consumer);
  await consumer.wallet({
    verb: "cancel gift",
    method: "POST",
    path: `/gifts/${gift.id}/cancel`,
  });
  consumer.gifts = consumer.gifts.filter((one) => one !== gift);
}

/** Transfers to the consumer's card at another store, or to one of that store's shared cards by its code. */
async function transfer(consumer: Consumer): Promise<void> {
  const card = consumer.pick(consumer.cards);
  if (!card) return await claim(consumer);
  const elsewhere = consumer.counters.filter(({ store }) =>
    store.partners.includes(card.merchantId),
  );
  const isElsewhere = ({ merchantId }: OwnCard) =>
    elsewhere.some(({ store }) => store.merchantId === merchantId);
  const own = consumer.pick(consumer.cards.filter(isElsewhere));
  const target = consumer.pick(consumer.pick(elsewhere)?.shared ?? []);
  const to = own && consumer.chance(0.6) ? { toCardUuid: own.uuid } : { toCode: target?.code };
  if (!("toCardUuid" in to) && !to.toCode) return await list(consumer);
  const body = { fromCardUuid: card.uuid, ...to, amountCents: amountOf(consumer, card) };
  await consumer.wallet({ verb: "wallet transfer", path: "/transfers", body, card: card.uuid });
  await readCard(consumer, card);
}

async function readCard(consumer: Consumer, card: OwnCard): Promise<void> {
  const read = { verb: "wallet read card", path: `/cards/${card.uuid}`, card: card.uuid };
  const reply = await consumer.wallet(read);
  if (isDone(reply)) learn(consumer, reply.body);
  else consumer.cards = consumer.cards.filter((one) => one !== card);
}

async function history(consumer: Consumer): Promise<void> {
  const card = consumer.pick(consumer.cards);
  if (!card) return await list(consumer);
  const path = `/cards/${card.uuid}/history`;
  await consumer.wallet({ verb: "wallet history", path, card: card.uuid });
  await readCard(consumer, card);
}

async function list(consumer: Consumer): Promise<void> {
  await consumer.wallet({ verb: "wallet cards", path: "/cards" });
}

const WORK: [number, (consumer: Consumer) => Promise<void>][] = [
  [20, claim],
  // Rare, because the service accepts 20 gifts a day from a consumer, and 60 sign-ins an hour from a network.
  [9, give],
  [9, (consumer) => answerGift(consumer, "accept")],
  [4, (consumer) => answerGift(consumer, "decline")],
  [3, cancelGift],
  [18, transfer],
  [12, history],
  [6, list],
];

/** Signs in with a new email. If that is refused, the consumer stays the same. */
async function becomeAnother(consumer: Consumer): Promise<void> {
  const email = newEmail(consumer);
  const wallet = await openWallet(consumer, consumer.mail, email).catch(() => null);
  if (wallet) Object.assign(consumer, { email, wallet, cards: [], gifts: [] });
}

type SetUp = { name: string; home: number; mail: Mailbox; counters: Counter[]; pauseMs: number };

/**
 * Signs a new consumer in. Returns what starts them and resolves when they have stopped.
 * Throws if they can't sign in.
 */
export async function openConsumer(context: Context, given: SetUp): Promise<() => Promise<void>> {
  const { name, home, mail, counters, pauseMs } = given;
  const actor = makeActor(context, name, home);
  const email = newEmail(actor);
  const wallet = await openWallet(actor, mail, email);
  const anonymous = anonymousClient(actor);
  const own = { cards: [], gifts: [] };
  const consumer: Consumer = { ...actor, mail, email, wallet, anonymous, counters, ...own };
  return () => repeatTurns(context, consumer, pauseMs, () => consumer.byWeight(WORK)(consumer));
}
