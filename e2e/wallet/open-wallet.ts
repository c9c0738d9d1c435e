import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { consumerWithWallet } from "@/lib/testing/wallet";
import { baseUrl } from "../support/client";
import { expect } from "../support/test";

/** An email that no other test uses. */
export const randomEmail = (name = "wallet") =>
  `${name}-${randomBytes(5).toString("hex")}@example.com`;

/** Opens the wallet of a consumer in the browser, without the emailed link, which has its own tests. */
export async function openWallet(page: Page, email: string, path = "/wallet") {
  const { headers } = await consumerWithWallet(email);
  const [name = "", value = ""] = headers.cookie.split("=");
  await page
    .context()
    .addCookies([{ name, value, url: baseUrl(), httpOnly: true, sameSite: "Lax" }]);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}
