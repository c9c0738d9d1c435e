import { ApiError, post, unreachable, url } from "@/components/kit/api/api";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import type { Receipt, TillCard } from "./types";

const responseTimeoutMs = 10_000;

/** What moves money, as it is kept in the browser until its outcome is known. Has no card codes. */
export type Operation = {
  /** The Idempotency-Key. */
  key: string;
  startedAtMs: number;
  /** How often it was sent. */
  attempts: number;
  amountCents: number;
  currency: string;
  /** Null for a card that doesn't exist yet. */
  card: { uuid: string; last4: string } | null;
  receiptNumber: string;
} & (
  | { kind: "digital"; email: string | null }
  | { kind: "sell" | "topUp" | "redeem" }
  | { kind: "refund" | "reverse"; transactionId: string }
);

const common = () => ({
  key: crypto.randomUUID(),
  startedAtMs: Date.now(),
  attempts: 0,
  receiptNumber: newReceiptNumber(),
});

const cardOf = ({ uuid, last4 }: { uuid: string; last4: string }) => ({ uuid, last4 });

/** Sells a new digital card. `email` is the customer's, who gets a link to it. */
export const sellDigital = (
  amountCents: number,
  currency: string,
  email: string | null,
): Operation => ({ ...common(), kind: "digital", amountCents, currency, card: null, email });

/** Sells, tops up or redeems a card. */
export const moveOnCard = (
  kind: "sell" | "topUp" | "redeem",
  card: TillCard,
  amountCents: number,
): Operation => ({
  ...common(),
  kind,
  amountCents,
  currency: card.currency,
  card: cardOf(card),
});

/** Refunds or reverses the movement of a receipt. */
export const changeReceipt = (
  kind: "refund" | "reverse",
  { transactionId, card, currency }: Receipt,
  amountCents: number,
): Operation => ({
  ...common(),
  kind,
  transactionId,
  amountCents,
  currency,
  card: cardOf(card),
});

/** Sends the operation, each time with the same key and body. Throws ApiError. */
export async function sendOperation(operation: Operation) {
  const reply = await request(operation);
  // The connection was lost in the middle of the response.
  if (!reply?.receipt) throw unreachable();
  return reply;
}

function request(operation: Operation) {
  const { key, amountCents, receiptNumber } = operation;
  const uuid = operation.card?.uuid ?? "";
  const timeout = AbortSignal.timeout(responseTimeoutMs);
  switch (operation.kind) {
    case "digital": {
      const email = operation.email ? { email: operation.email } : {};
      const sale = { amountCents, receiptNumber, ...email };
      return post("/api/till/cards", sale, key, timeout);
    }
    case "sell":
    case "topUp": {
      const load = { amountCents, receiptNumber };
      return post(url("/api/till/cards/{uuid}/load", { uuid }), load, key, timeout);
    }
    case "redeem": {
      const redemption = { amountCents, receiptNumber };
      return post(url("/api/till/cards/{uuid}/redeem", { uuid }), redemption, key, timeout);
    }
    case "refund": {
      const refund = { transactionId: operation.transactionId, amountCents, receiptNumber };
      return post(url("/api/till/cards/{uuid}/refund", { uuid }), refund, key, timeout);
    }
    case "reverse": {
      const reversal = { transactionId: operation.transactionId, receiptNumber };
      return post("/api/till/reversals", reversal, key, timeout);
    }
  }
}

// Responses that don't show that the server decided: it may not have seen the request, or still be at it.
const undecidedStatuses = [0, 401, 408, 429];

/** Whether an error is the server's decision about an operation that was sent once. Everything else stays unknown. */
export const isDecision = (error: unknown, { attempts }: Operation): error is ApiError =>
  error instanceof ApiError &&
  attempts === 1 &&
  error.status < 500 &&
  !undecidedStatuses.includes(error.status) &&
  error.code !== "idempotency_in_progress" &&
  error.code !== "unexplained";

// By store: a browser that is paired again, as another device, still learns what happened.
const storageKey = (storeId: string) => `scrip-till:${storeId}`;

/** The operation whose outcome isn't known yet; null if there is none. */
export function storedOperation(storeId: string): Operation | null {
  try {
    const text = localStorage.getItem(storageKey(storeId));
    return text ? (JSON.parse(text) as Operation) : null;
  } catch {
    return null;
  }
}

/** Returns false if the browser stores nothing. Then nothing may be sent. */
export function storeOperation(storeId: string, operation: Operation): boolean {
  try {
    localStorage.setItem(storageKey(storeId), JSON.stringify(operation));
    return true;
  } catch {
    return false;
  }
}

/** Another tab may have stored the next one meanwhile, which stays. */
export function removeOperation(storeId: string, { key }: Operation): void {
  if (storedOperation(storeId)?.key === key) localStorage.removeItem(storageKey(storeId));
}
