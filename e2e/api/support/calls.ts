import { type Answer, send } from "../../support/client";
import type { Operation } from "./operations";

export type Card = { uuid: string; code: string };

type Call = {
  /** The state of the card that the operation works on; none when it needs no card. */
  on: "inactive" | "active" | "nothing";
  /** A body that is valid under both shapes. */
  body?: (card: Card) => Record<string, unknown>;
};

/** How each operation is called with success. A new operation needs its line here. */
const CALLS: Record<string, Call> = {
  "GET /cards": { on: "nothing" },
  "POST /cards": { on: "nothing", body: () => ({ currency: "USD", cardType: "digital" }) },
  "POST /cards/load": { on: "active", body: ({ code }) => ({ code, amountCents: 100 }) },
  "POST /cards/lookup": { on: "active", body: ({ code }) => ({ code }) },
  "GET /cards/{uuid}": { on: "active" },
  "POST /cards/{uuid}/activate": {
    on: "inactive",
    body: () => ({ amountCents: 100, currency: "USD" }),
  },
  "GET /cards/{uuid}/balance": { on: "active" },
  "POST /cards/{uuid}/claim": { on: "active", body: () => ({ email: "ada@example.com" }) },
  "POST /cards/{uuid}/credit": { on: "active", body: () => ({ amountCents: 100 }) },
  "POST /cards/{uuid}/debit": { on: "active", body: () => ({ amountCents: 100 }) },
  "POST /cards/{uuid}/disable": { on: "active", body: () => ({}) },
  "POST /store-credit": {
    on: "nothing",
    body: () => ({ email: "ada@example.com", amountCents: 100, currency: "USD" }),
  },
  "GET /transactions": { on: "nothing" },
};

/** How to call an operation. Throws for one that nobody has described. */
export function callOf({ name }: Operation): Call {
  const call = CALLS[name];
  if (!call) throw new Error(`Describe ${name} in e2e/api/support/calls.ts, so that it is tested.`);
  return call;
}

/** The operation's path with the card's id in it. Throws for a parameter that nobody has described. */
export function pathOf({ path }: Operation, uuid: string): string {
  const filled = path.replace("{uuid}", uuid);
  if (/[{}]/.test(filled)) {
    throw new Error(`Describe how to fill ${path} in e2e/api/support/calls.ts.`);
  }
  return filled;
}

type Asked = {
  key?: string;
  method?: string;
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Calls an operation on a card, as `asked` where it says so and with success where it does not. */
export function perform(
  operation: Operation,
  card: Card,
  {
    key,
    method = operation.method,
    path = pathOf(operation, card.uuid),
    headers = {},
    ...asked
  }: Asked,
): Promise<Answer> {
  const body = "body" in asked ? asked.body : callOf(operation).body?.(card);
  return send(`/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Posts text or bytes exactly as they are; a stream without telling its length first. */
export const postRaw = (
  key: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = { "Content-Type": "application/json" },
): Promise<Answer> =>
  send(`/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
