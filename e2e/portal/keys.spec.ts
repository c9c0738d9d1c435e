import type { Page } from "@playwright/test";
import { apiClient } from "../support/client";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const choose = async (page: Page, key: string, deed: string) => {
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: deed }).click();
};

const statusWith = async (secret: string) => (await apiClient(secret).get("/cards")).status;

test("a rolled key works beside its successor for as long as was chosen, one that leaked stops at once; a renamed key goes on working; the day from which a new key is refused is told before it is made", async ({
  page,
  merchant,
  sql,
  anotherStore,
}) => {
  test.slow();
  await test.step("rolling", async () => {
    await test.step("with an overlap", async () => {
      await openAs(page, merchant, "/settings/api-keys");
      await choose(page, "Till A", "Roll");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: "1 hour" }).click();
      await dialog.getByRole("button", { name: "Roll key" }).click();
      const secret = await dialog.getByLabel("API key").first().inputValue();
      await expect(dialog.locator("code")).toContainText(secret);
      await expect(dialog).toContainText(
        `${merchant.keyA.slice(-4)}, works for 1 hour more at most`,
      );
      await dialog.getByRole("button", { name: "Done" }).click();
      expect([await statusWith(merchant.keyA), await statusWith(secret)]).toEqual([200, 200]);

      const rows = page.getByRole("row", { name: /Till A/ });
      await expect(rows).toHaveCount(2);
      const old = rows.filter({ hasText: merchant.keyA.slice(-4) });
      await expect(old).toContainText("Being rolled");
      await old.getByRole("button", { name: "Actions" }).click();
      await expect(page.getByRole("menuitem", { name: "Roll" })).toHaveCount(0);
      await page.keyboard.press("Escape");

      await sql`update api_keys set expires_at = now() where last4 = ${merchant.keyA.slice(-4)}
        and merchant_id = ${merchant.merchantId}`;
      await expect.poll(() => statusWith(merchant.keyA), { timeout: 5_000 }).toBe(401);
      expect(await statusWith(secret)).toBe(200);
      await page.reload();
      await expect(rows).toHaveCount(1);
      await page.getByRole("button", { name: "1 key that works no longer" }).click();
      await expect(rows).toHaveCount(2);
      await expect(old).toContainText("Rolled");
    });

    await test.step("without an overlap", async () => {
      expect(await statusWith(merchant.keyB)).toBe(200);
      await openAs(page, merchant, "/settings/api-keys");
      await choose(page, "Till B", "Roll");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: "Not at all" }).click();
      await dialog.getByRole("button", { name: "Roll key" }).click();
      await expect(dialog).toContainText("works no longer");
      const secret = await dialog.getByLabel("API key").first().inputValue();
      await expect.poll(() => statusWith(merchant.keyB), { timeout: 5_000 }).toBe(401);
      expect(await statusWith(secret)).toBe(200);
    });
  });

  await test.step("a new name, and when a key ends", async () => {
    const { merchant } = await anotherStore();
    await test.step("when a new key ends", async () => {
      await openAs(page, merchant, "/settings/api-keys");
      await page.getByRole("button", { name: "Create key" }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toContainText("It works until somebody revokes it.");
      await dialog.getByLabel("Expires").click();
      await page.getByRole("option", { name: "In 30 days" }).click();
      const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
      const inThirtyDays = day.format(Date.now() + 30 * 24 * 60 * 60 * 1_000);
      await expect(dialog).toContainText(`refused from ${inThirtyDays} on`);
    });

    await test.step("a new name", async () => {
      await openAs(page, merchant, "/settings/api-keys");
      await choose(page, "Till A", "Rename");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByLabel("Name")).toHaveValue("Till A");
      await dialog.getByLabel("Name").fill(" ");
      await dialog.getByRole("button", { name: "Rename key" }).click();
      await expect(dialog.getByText("Give the key a name")).toBeVisible();
      await dialog.getByLabel("Name").fill("Web shop");
      await dialog.getByRole("button", { name: "Rename key" }).click();
      await expect(page.getByRole("row", { name: /Web shop/ })).toBeVisible();
      expect(await statusWith(merchant.keyA)).toBe(200);
    });
  });
});
