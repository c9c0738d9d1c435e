import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { consumerWithWallet } from "@/lib/testing/wallet";
import { baseUrl } from "../support/client";
import { expect } from "../support/test";

/** An address that no other test knows. */
export const someone = (name = "wallet") => `${name}-${randomBytes(5).toString("hex")}@example.com`;

/** Opens the wallet of an address in the page's browser; the mailed link has tests of its own. */
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
