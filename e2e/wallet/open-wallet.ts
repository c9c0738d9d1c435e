import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { send } from "../support/client";
import { expect } from "../support/test";

/** Opens the wallet of an address by the link that waits in the outbox. */
export async function openWallet(page: Page, sql: Sql, email: string) {
  await send("/api/wallet/sign-in", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const [mail] = await sql`select payload->>'link' as link from outbox
    where payload->>'to' = ${email} and payload->>'template' = 'sign_in' order by id desc`;
  await page.goto(mail?.link);
  await page.getByRole("button", { name: "Open on this device" }).click();
  await expect(page.getByRole("heading", { name: "Your cards" })).toBeVisible();
}
