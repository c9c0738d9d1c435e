import { codeCharsOf } from "@/lib/base/text";
import { type Actor, type Context, makeActor, remember, repeatTurns } from "./actor";
import { isDone, type Reply } from "./ask";
import { fittingCents } from "./cards";
import { type Client, pairTill } from "./sessions";
import type { Cashier, Device } from "./stores";
import type { Counter } from "./till-verbs";

type Receipt = { transactionId: string; kind: string; amountCents: number; uuid: string };
type SoldCard = { uuid: string; code: string; availableCents: number; status: string };

type DeviceTill = Actor & {
  browser: Client;
  counter: Counter;
  cards: SoldCard[];
  /** What can be refunded or reversed. */
  receipts: Receipt[];
  closing: number;
};

const MAX_CARDS = 6;
const MAX_RECEIPTS = 10;
const NUMBER_CHARS = 8;
const SHARE_OF_CANCELS = 0.4;

const receiptNumber = ({ below }: DeviceTill): string =>
  `R-${codeCharsOf(Uint8Array.from({ length: NUMBER_CHARS }, () => below(256)))}`;

/** Asks what became of a request whose response was lost, and sometimes cancels it, as the till's page does. */
async function learnOutcome(till: DeviceTill, key: string | null, receiptNumber: string) {
  const path = `/outcomes/${key}`;
  const query = `?receiptNumber=${receiptNumber}`;
  const { body } = await till.browser({ verb: "till outcome", path: path + query });
  if (body?.state !== "unknown" || !till.chance(SHARE_OF_CANCELS)) return;
  const cancel = { verb: "till cancel", path: `${path}/cancel`, body: { receiptNumber } };
  await till.browser({ ...cancel, key: null });
}

/** Runs an operation under a receipt number, and keeps what its receipt shows. */
async function operate(
  till: DeviceTill,
  verb: string,
  path: string,
  fields: object,
  card: string | null,
): Promise<Reply> {
  const number = receiptNumber(till);
  const reply = await till.browser({
    verb: `till ${verb}`,
    path,
    card,
    body: { ...fields, receiptNumber: number },
    onLost: (key) => learnOutcome(till, key, number),
  });
  if (isDone(reply)) keep(till, reply);
  return reply;
}

function keep(till: DeviceTill, { body: { receipt, card } }: Reply): void {
  const { transactionId, kind, amountCents } = receipt;
  remember(till.receipts, { transactionId, kind, amountCents, uuid: card.uuid }, MAX_RECEIPTS);
  const known = till.cards.find(({ uuid }) => uuid === card.uuid);
  if (known) Object.assign(known, { availableCents: card.availableCents, status: card.status });
}

async function sell(till: DeviceTill): Promise<void> {
  const amountCents = 500 + till.below(6_000);
  const reply = await operate(till, "sell", "/cards", { amountCents }, null);
  if (!isDone(reply)) return;
  const { card, receipt } = reply.body;
  const sold = { uuid: card.uuid, code: receipt.code ?? "" };
  if (till.chance(0.3)) return void till.counter.sold.push(sold);
  const { availableCents, status } = card;
  remember(till.cards, { ...sold, availableCents, status }, MAX_CARDS);
}

async function redeem(till: DeviceTill): Promise<void> {
  const card = till.pick(till.cards);
  if (!card) return await sell(till);
  const amountCents = fittingCents(till, card, 1_500, 6_000);
  await operate(till, "redeem", `/cards/${card.uuid}/redeem`, { amountCents }, card.uuid);
}

async function topUp(till: DeviceTill): Promise<void> {
  const card = till.pick(till.cards);
  if (!card) return await sell(till);
  const amountCents = 1 + till.below(till.chance(0.9) ? 2_000 : 9_000);
  await operate(till, "top up", `/cards/${card.uuid}/load`, { amountCents }, card.uuid);
}

async function refund(till: DeviceTill): Promise<void> {
  const original = till.pick(till.receipts.filter(({ kind }) => kind === "redeemed"));
  if (!original) return await redeem(till);
  const { uuid, transactionId } = original;
  const amountCents = 1 + till.below(original.amountCents);
  const fields = { transactionId, amountCents };
  await operate(till, "refund", `/cards/${uuid}/refund`, fields, uuid);
}

async function reverse(till: DeviceTill): Promise<void> {
  const original = till.pick(till.receipts);
  if (!original) return await redeem(till);
  const { uuid, transactionId } = original;
  await operate(till, "reverse", "/reversals", { transactionId }, uuid);
  till.receipts = till.receipts.filter((one) => one.transactionId !== transactionId);
}

async function closeDay(till: DeviceTill): Promise<void> {
  const { body } = await till.browser({ verb: "till totals", path: "/totals" });
  const number = body?.number ?? till.closing;
  const reply = await till.browser({ verb: "till close day", path: "/closings", body: { number } });
  if (isDone(reply)) till.closing = number + 1;
}

async function readCard(till: DeviceTill): Promise<void> {
  const card = till.pick(till.cards);
  if (!card) return;
  const { uuid, code } = card;
  const find = { verb: "till find card", path: "/cards/find", body: { code }, key: null };
  const read = { verb: "till read card", path: `/cards/${uuid}` };
  await till.browser({ ...(code && till.chance(0.5) ? find : read), card: uuid });
}

const WORK: [number, (till: DeviceTill) => Promise<void>][] = [
  [15, sell],
  [40, redeem],
  [12, topUp],
  [10, refund],
  [10, reverse],
  [3, closeDay],
  [10, readCard],
];

type SetUp = {
  name: string;
  home: number;
  counter: Counter;
  device: Device;
  cashier: Cashier;
  pauseMs: number;
};

/**
 * Pairs a browser as a till and signs a cashier in. Returns what starts the till and resolves when it has stopped.
 * Throws if the browser can't be paired.
 */
export async function openDeviceTill(context: Context, given: SetUp): Promise<() => Promise<void>> {
  const { name, home, counter, device, cashier, pauseMs } = given;
  const actor = makeActor(context, name, home);
  const browser = await pairTill(actor, device.pairingCode, cashier);
  const till: DeviceTill = { ...actor, browser, counter, cards: [], receipts: [], closing: 1 };
  return () => repeatTurns(context, till, pauseMs, () => till.byWeight(WORK)(till));
}
