import { randomUUID } from "node:crypto";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { signInHeaders } from "@/lib/testing/portal";
import { baseUrl, send } from "./client";
import type { Store } from "./store";

export const PIN = "2580";

async function post(path: string, body: object, headers: Record<string, string>) {
  const answer = await send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", origin: baseUrl(), ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Pairs a browser by its code. Returns the function that sends its requests, and those of a cashier's session. */
export async function pairBrowser(code: string) {
  const { headers } = await post("/api/till/pair", { code }, {});
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  return (path: string, body: object, session = "") =>
    post(`/api/till${path}`, body, {
      cookie,
      "Idempotency-Key": randomUUID(),
      ...(session && { "Scrip-Till": session }),
    });
}

/** Sells a card of $50.00 at a paired browser, redeems $12.34, refunds $2.34 and closes the day. */
export async function workAtTill(till: Awaited<ReturnType<typeof pairBrowser>>, cashierId: string) {
  const { session } = (await till("/sign-in", { cashierId, pin: PIN })).body;
  const operate = async (path: string, body: object) =>
    (await till(path, { receiptNumber: newReceiptNumber(), ...body }, session.id)).body;
  const { card } = await operate("/cards", { amountCents: 5_000 });
  const { receipt } = await operate(`/cards/${card.uuid}/redeem`, { amountCents: 1_234 });
  const { transactionId } = receipt;
  await operate(`/cards/${card.uuid}/refund`, { transactionId, amountCents: 234 });
  await till("/closings", { number: 1 }, session.id);
}

/** Sends requests as the store's owner, as the dashboard does. */
export async function portalOf({ merchantId, userId }: Pick<Store, "merchantId" | "userId">) {
  const { cookie } = await signInHeaders({ merchantId, userId });
  return async (path: string, body: object) =>
    (await post(`/api/portal${path}`, body, { cookie, "Scrip-Store": merchantId })).body;
}

/** Gives a store the device “Front desk” and the cashier Kim, who used it for a day. */
export async function makeUsedTill(store: Store): Promise<void> {
  const portal = await portalOf(store);
  const { pairingCode } = await portal("/devices", {
    name: "Front desk",
    password: store.password,
  });
  const { cashier } = await portal("/cashiers", { name: "Kim", pin: PIN });
  await workAtTill(await pairBrowser(pairingCode), cashier.id);
}
