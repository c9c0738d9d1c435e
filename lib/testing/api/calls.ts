import type { Answer, Send } from "@/e2e/support/client";
import type { Operation } from "./operations";

/** The resource that an operation works on: a card, or a webhook with one of its deliveries. */
export type ResourceIds = {
  uuid: string;
  code: string;
  webhookId?: string;
  deliveryId?: string;
  transferId?: string;
  /** An activation of the card, and the Idempotency-Key of that request. */
  transactionId?: string;
  key?: string;
  batchId?: string;
  walletId?: string;
  holdId?: string;
  /** Code of a card at another store that accepts transfers. */
  toCode?: string;
};

/** A valid id that doesn't exist. */
export const ABSENT_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
/** Uses the same id for every resource. */
export const targetWithId = (id: string): ResourceIds => ({
  uuid: id,
  webhookId: id,
  deliveryId: id,
  transferId: id,
  transactionId: id,
  batchId: id,
  walletId: id,
  holdId: id,
  code: "",
});

/** Resources that don't exist, with a valid code and key. */
export const ABSENT_CARD: ResourceIds = {
  ...targetWithId(ABSENT_ID),
  code: "2222-2222-2222-2222",
  key: ABSENT_ID,
};
/** Unique, because one address gets only so many emails a day. */
const CLAIMANT_EMAIL = `ada-${crypto.randomUUID()}@example.com`;
/** An endpoint where nothing listens: every attempt fails at once. */
export const UNREACHABLE_URL = "https://localhost:1025/hook";

type Call = {
  /** The resource that the operation needs; for a card, its state. */
  on:
    | "inactive"
    | "active"
    | "hold"
    | "batch"
    | "webhook"
    | "delivery"
    | "two stores"
    | "transfer"
    | "wallet"
    | "transaction"
    | "nothing";
  /** A body that is valid in both shapes. */
  body?: (card: ResourceIds) => Record<string, unknown>;
  /** Required query parameters. */
  query?: Record<string, string>;
  /** The expected status if success needs setup that the test store doesn't have. */
  refused?: 400;
};

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A successful call of each operation. Add a line for a new operation. */
const CALLS: Record<string, Call> = {
  "GET /cards": { on: "nothing" },
  "POST /cards": { on: "nothing", body: () => ({ currency: "USD", cardType: "digital" }) },
  "POST /cards/load": { on: "active", body: ({ code }) => ({ code, amountCents: 100 }) },
  "POST /cards/lookup": { on: "active", body: ({ code }) => ({ code }) },
  "POST /cards/redeem": { on: "active", body: ({ code }) => ({ code, amountCents: 100 }) },
  "GET /cards/{uuid}": { on: "active" },
  "PATCH /cards/{uuid}": { on: "active", body: () => ({ metadata: { order: "1" } }) },
  "POST /cards/{uuid}/activate": {
    on: "inactive",
    body: () => ({ amountCents: 100, currency: "USD" }),
  },
  "GET /cards/{uuid}/balance": { on: "active" },
  "POST /cards/{uuid}/claim": {
    on: "active",
    body: ({ code }) => ({ email: CLAIMANT_EMAIL, claimCode: code }),
  },
  "POST /cards/{uuid}/credit": { on: "transaction", body: () => ({ amountCents: 100 }) },
  "POST /cards/{uuid}/debit": { on: "active", body: () => ({ amountCents: 100 }) },
  "POST /cards/{uuid}/disable": { on: "active", body: () => ({}) },
  "GET /cards/{uuid}/holds": { on: "hold" },
  "POST /cards/{uuid}/holds": { on: "active", body: () => ({ amountCents: 100 }) },
  "GET /holds/{id}": { on: "hold" },
  "POST /holds/{id}/capture": { on: "hold", body: () => ({ amountCents: 100 }) },
  "POST /holds/{id}/release": { on: "hold", body: () => ({}) },
  "POST /cards/{uuid}/freeze": { on: "active", body: () => ({ reason: "Reported lost" }) },
  "POST /cards/{uuid}/replace": { on: "active", body: () => ({}) },
  "POST /cards/{uuid}/unfreeze": { on: "active", body: () => ({}) },
  "GET /batches": { on: "nothing" },
  "POST /batches": {
    on: "nothing",
    body: () => ({ name: "Spring", quantity: 2, currency: "USD", cardType: "physical" }),
  },
  "GET /batches/{id}": { on: "batch" },
  "POST /batches/{id}/provision": { on: "batch", body: () => ({}), refused: 400 },
  "GET /store-credit": { on: "nothing", query: { email: "ada@example.com" } },
  "GET /store-credit/{walletId}": { on: "wallet" },
  "POST /store-credit": {
    on: "nothing",
    body: () => ({ email: "ada@example.com", amountCents: 100, currency: "USD" }),
  },
  "GET /me": { on: "nothing" },
  "GET /transactions": { on: "nothing" },
  "GET /transactions/totals": {
    on: "nothing",
    query: { from: daysFromNow(-1), to: daysFromNow(1) },
  },
  "GET /transactions/{id}": { on: "transaction" },
  "POST /reversals": {
    on: "transaction",
    body: ({ transactionId = ABSENT_ID }) => ({ transactionId }),
  },
  "GET /idempotency-keys/{key}": { on: "transaction" },
  "POST /transfers": {
    on: "two stores",
    body: ({ uuid, toCode }) => ({ fromCardUuid: uuid, toCode, amountCents: 100 }),
  },
  "GET /transfers/{id}": { on: "transfer" },
  "GET /transfers/fx-rate": { on: "nothing", query: { from: "USD", to: "EUR" } },
  "GET /webhooks": { on: "nothing" },
  "POST /webhooks": {
    on: "nothing",
    body: () => ({ url: UNREACHABLE_URL, events: ["card.activated", "card.debited"] }),
  },
  "GET /webhooks/{id}": { on: "webhook" },
  "PATCH /webhooks/{id}": { on: "webhook", body: () => ({ events: ["card.disabled"] }) },
  "DELETE /webhooks/{id}": { on: "webhook" },
  "GET /webhooks/{id}/deliveries": { on: "delivery" },
  "POST /webhooks/{id}/deliveries/{deliveryId}/resend": { on: "delivery", body: () => ({}) },
  "POST /webhooks/{id}/replay": { on: "delivery", body: () => ({ missed: "all" }) },
  "POST /webhooks/{id}/test": { on: "webhook", body: () => ({}) },
};

/** Returns how to call an operation. Throws if it isn't described here. */
export function callOf({ name }: Operation): Call {
  const call = CALLS[name];
  if (!call) throw new Error(`Describe ${name} in lib/testing/api/calls.ts, so that it is tested.`);
  return call;
}

/** The status that the call described in `callOf` returns. */
export const expectedStatusOf = (operation: Operation): number =>
  callOf(operation).refused ?? operation.spec.status ?? 200;

/** Path parameters that are called like the field of `ResourceIds`. */
const NAMED_PARAMETERS = ["uuid", "key", "deliveryId", "walletId"] as const;
/** What `{id}` is, by the first folder of the path. */
const ID_FIELD_BY_FOLDER: Record<string, keyof ResourceIds> = {
  webhooks: "webhookId",
  transfers: "transferId",
  batches: "batchId",
  transactions: "transactionId",
  holds: "holdId",
};

/** Returns which of the ids a path parameter is. Throws for an unknown parameter. */
export function idFieldOf({ path }: Pick<Operation, "path">, parameter: string): keyof ResourceIds {
  const field =
    parameter === "id"
      ? ID_FIELD_BY_FOLDER[path.split("/")[1] ?? ""]
      : NAMED_PARAMETERS.find((name) => name === parameter);
  if (!field) throw new Error(`Describe how to fill ${path} in lib/testing/api/calls.ts.`);
  return field;
}

/** Fills the ids into the operation's path. Throws for an unknown parameter. */
export const pathOf = ({ path }: Pick<Operation, "path">, card: ResourceIds): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => card[idFieldOf({ path }, name)] ?? ABSENT_ID);

/** The operation's path with its required query parameters and any further ones. */
export function pathAndQueryOf(operation: Operation, card: ResourceIds, further = ""): string {
  const required = new URLSearchParams(callOf(operation).query).toString();
  const query = [required, further].filter(Boolean).join("&");
  return pathOf(operation, card) + (query && `?${query}`);
}

type CallOptions = {
  key?: string;
  method?: string;
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

type RawBody = string | Uint8Array<ArrayBuffer> | ReadableStream;

/** Functions that call operations, over this way to the API. */
export const callsOver = (send: Send) => ({
  /** Calls an operation on a card. By default the call succeeds; the options override parts of it. */
  perform: (
    operation: Operation,
    card: ResourceIds,
    {
      key,
      method = operation.method,
      path = pathAndQueryOf(operation, card),
      headers = {},
      ...asked
    }: CallOptions,
  ): Promise<Answer> => {
    const body = "body" in asked ? asked.body : callOf(operation).body?.(card);
    return send(`/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  },

  /** Sends text or bytes to an operation unchanged. A stream is sent without a Content-Length. */
  sendRaw: (
    operation: Pick<Operation, "method" | "path">,
    card: ResourceIds,
    key: string,
    body: RawBody,
    headers: Record<string, string> = { "Content-Type": "application/json" },
  ): Promise<Answer> =>
    send(`/api/v1${pathOf(operation, card)}`, {
      method: operation.method,
      headers: { Authorization: `Bearer ${key}`, ...headers },
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    }),
});
