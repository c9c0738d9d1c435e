import { expect } from "@playwright/test";
import type { Sql } from "postgres";
import type { PlatformAccess } from "@/lib/domain/shops/open-adapter";
import { signInHeaders } from "@/lib/testing/portal";
import { baseUrl, send } from "../client";
import type { Store } from "../store";

/** Connects a store to a shop, as its owner does in the portal. */
export async function connectShop(
  { merchantId, userId }: Pick<Store, "merchantId" | "userId">,
  { kind, address, token }: PlatformAccess,
): Promise<void> {
  const { cookie } = await signInHeaders({ merchantId, userId });
  const { status, text } = await send("/api/portal/platform", {
    method: "PUT",
    headers: {
      cookie,
      origin: baseUrl(),
      "Scrip-Store": merchantId,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ kind, address, token }),
  });
  if (status !== 200) throw new Error(`The shop was not connected: ${status} ${text}`);
}

/** Polls the store's online shop for changes now, ahead of its schedule. */
export async function pollNow(sql: Sql, merchantId: string): Promise<void> {
  await sql`update platform_connections set polled_until = now() - interval '1 minute',
    paused_until = null, unreachable_in_a_row = 0 where merchant_id = ${merchantId}`;
  const answer = await fetch(`${baseUrl()}/api/cron/platforms`, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.CRON_SECRET}` },
  });
  expect(answer.status).toBe(200);
}

/** Waits until every queued change has reached the store's online shop. */
export async function waitForSync(sql: Sql, merchantId: string): Promise<void> {
  const pending = async () => {
    const [row] = await sql`select count(*)::int as n from outbox
      where merchant_id = ${merchantId} and kind = 'platform_card' and status = 'pending'`;
    return row?.n;
  };
  await expect.poll(pending).toBe(0);
}

/** Polls the shop for changes, and waits until they are processed. */
export async function syncNow(sql: Sql, merchantId: string): Promise<void> {
  await pollNow(sql, merchantId);
  await waitForSync(sql, merchantId);
}
