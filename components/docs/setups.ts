import type { ExampleRequest, Variable } from "./example-request";
import type { Operation } from "./reference";

/** A request before an example, and what its response sets: a variable, from the field at this path. */
export type Step = ExampleRequest & {
  /** What the request does, as a comment. */
  title: string;
  saves?: [variable: Variable, ...path: (string | number)[]];
};

// Their bodies are valid in both shapes, and what they save has the same name in both.

const post = (title: string, path: string, body: object, saves?: Step["saves"]): Step => ({
  title,
  method: "POST",
  path,
  headers: { "Content-Type": "application/json" },
  body,
  ...(saves ? { saves } : {}),
});

const get = (title: string, path: string, saves: NonNullable<Step["saves"]>): Step => ({
  title,
  method: "GET",
  path,
  headers: {},
  body: undefined,
  saves,
});

const NEW_CARD = { currency: "USD", cardType: "digital" };
const createCard = post("Create a card", "/cards", NEW_CARD, ["CARD", "uuid"]);
const createCardWithCode = post("Create a card", "/cards", NEW_CARD, ["CODE", "code"]);
const activate = post("Activate it with $100.00", "/cards/{CARD}/activate", {
  amountCents: 10_000,
  currency: "USD",
});
const activeCard = [createCard, activate];
const load = post("Load it with $100.00", "/cards/load", { code: "{CODE}", amountCents: 10_000 });
const redeem = post(
  "Redeem $9.50 of it",
  "/cards/redeem",
  { cardUuid: "{CARD}", amountCents: 950 },
  ["TRANSACTION", "transaction", "id"],
);
const debit: Step = {
  ...post("Redeem $9.50 of it", "/cards/{CARD}/debit", { amountCents: 950 }),
  headers: { "Content-Type": "application/json", "Idempotency-Key": "{KEY}" },
};
const freeze = post("Freeze it", "/cards/{CARD}/freeze", {});
const HOLD_BODY = { amountCents: 6_000 };
const hold = post("Hold $60.00 of it", "/cards/{CARD}/holds", HOLD_BODY, ["HOLD", "id"]);
const batch = post(
  "Create a batch",
  "/batches",
  { name: "Spring cards", quantity: 10, currency: "USD", cardType: "physical" },
  ["BATCH", "id"],
);
const credit = post("Issue store credit", "/store-credit", {
  email: "ada@example.com",
  amountCents: 1_500,
  currency: "USD",
});
const wallet = get("Find the customer's wallet", "/store-credit?email=ada%40example.com", [
  "WALLET",
  "wallets",
  0,
  "walletId",
]);
const webhook = post(
  "Create a webhook",
  "/webhooks",
  { url: "https://pos.example.com/webhooks/scrip", events: ["card.activated"] },
  ["WEBHOOK", "id"],
);
const delivery = get("Find the delivery of its event", "/webhooks/{WEBHOOK}/deliveries", [
  "DELIVERY",
  "deliveries",
  0,
  "id",
]);
const transfer = post(
  "Transfer $25.00 to a card at another store",
  "/transfers",
  { fromCardUuid: "{CARD}", toCode: "M4TW-8ZQK-3HVB-2NSA", amountCents: 2_500 },
  ["TRANSFER", "transfer", "id"],
);

/** The steps before each operation's example that needs some. */
const SETUPS: Record<string, Step[]> = {
  getCard: activeCard,
  updateCard: [createCard],
  activateCard: [createCard],
  getCardBalance: activeCard,
  loadCard: [createCardWithCode],
  lookUpCard: [createCardWithCode],
  redeemCard: [createCardWithCode, load],
  debitCard: activeCard,
  creditCard: [...activeCard, redeem],
  claimCard: activeCard,
  disableCard: activeCard,
  freezeCard: activeCard,
  unfreezeCard: [...activeCard, freeze],
  replaceCard: activeCard,
  listHolds: [...activeCard, hold],
  createHold: activeCard,
  getHold: [...activeCard, hold],
  captureHold: [...activeCard, hold],
  releaseHold: [...activeCard, hold],
  getBatch: [batch],
  provisionBatch: [batch],
  getStoreCredit: [credit, wallet],
  getTransaction: [...activeCard, redeem],
  createReversal: [...activeCard, debit],
  lookUpRequest: [...activeCard, debit],
  createTransfer: activeCard,
  getTransfer: [...activeCard, transfer],
  getWebhook: [webhook],
  updateWebhook: [webhook],
  deleteWebhook: [webhook],
  listDeliveries: [webhook],
  sendTestEvent: [webhook],
  replayEvents: [webhook],
  resendDelivery: [webhook, ...activeCard, delivery],
};

export const setupOf = ({ id }: Operation): Step[] => SETUPS[id] ?? [];
