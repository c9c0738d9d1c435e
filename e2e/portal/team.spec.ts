import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { apiClient } from "../support/client";
import { mailedLink } from "../support/mailed-link";
import { makeKey, makePerson, makeStore } from "../support/store";
import { expect, test } from "../support/test";
import { choose, chooseItem, expectLoaded, fillSignIn, openAs } from "./page-actions";

const path = "/settings/team";

/** Invites an email from the team page. Returns the path of the link in the mail. */
async function invite(page: Page, sql: Sql, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite team member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: role }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(`${email}.*${role}`) })).toBeVisible();
  return await linkFor(sql, email);
}

async function linkFor(sql: Sql, email: string): Promise<string> {
  const { pathname, hash } = new URL(await mailedLink(sql, email));
  return pathname + hash;
}

test("an invitation gives its role, once", { tag: "@journey" }, async ({
  page,
  browser,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 404/);
  await openAs(page, merchant, path);
  const email = `grace-${merchant.slug}@example.com`;
  const first = await invite(page, sql, email, "Viewer");
  const changeInvitation = `Actions for the invitation to ${email}`;
  await chooseItem(page, changeInvitation, "Resend invitation");
  await expect(page.getByText(`Invitation resent to ${email}`)).toBeVisible();
  const link = await linkFor(sql, email);
  expect(link).not.toBe(first);

  const theirs = await (await browser.newContext()).newPage();
  const invalid = theirs.getByText("This invitation isn't valid");
  await theirs.goto(first);
  await expect(invalid).toBeVisible();
  await theirs.goto("about:blank");
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Join Store");
  await expect(theirs).toHaveURL("/invitation");
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByLabel("Password").fill("a sentence to remember");
  await theirs.getByRole("button", { name: /^Join/ }).click();
  await expect(theirs).toHaveURL("/overview");
  await theirs.goto(path);
  await expect(theirs.getByRole("row", { name: /Grace Hopper.*You.*Viewer/ })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /Invite|Actions/ })).toHaveCount(0);
  await theirs.goto(link);
  await expect(invalid).toBeVisible();

  const later = `later-${merchant.slug}@example.com`;
  const withdrawn = await invite(page, sql, later, "Manager");
  await chooseItem(page, `Actions for the invitation to ${later}`, "Withdraw invitation");
  await expect(page.getByRole("row", { name: new RegExp(later) })).toHaveCount(0);
  await theirs.goto("about:blank");
  await theirs.goto(withdrawn);
  await expect(invalid).toBeVisible();
  await theirs.context().close();
});

test("an existing account joins with its password", async ({ page, merchant, sql }) => {
  const person = await makePerson(await makeStore(), "manager");
  await openAs(page, merchant, path);
  await page.goto(await invite(page, sql, person.email, "Manager"));
  await expect(page.getByText(`You're signed in as ${merchant.email}`)).toBeVisible();
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await page.getByLabel("Your Scrip password").fill(person.password);
  await page.getByRole("button", { name: /^Join/ }).click();
  await expect(page).not.toHaveURL(/invitation/);
  await page.goto(path);
  await expect(page.getByRole("row", { name: /A manager.*You.*Manager/ })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(merchant.email) })).toBeVisible();
});

test("a role or removal applies at once", async ({ page, browser, merchant, sql, tolerate }) => {
  tolerate(/status of 401/);
  const viewer = await makePerson(merchant, "viewer");
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, viewer, "/cards");
  await openAs(page, merchant, path);
  await expect(page.getByRole("button", { name: "Leave store" })).toBeDisabled();
  await expect(page.getByText("Make someone else an owner before you leave.")).toBeVisible();

  await chooseItem(page, "Actions for A viewer", "Change role");
  await page.getByRole("radio", { name: "Manager" }).click();
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText("A viewer is now a manager")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Create card" }).first()).toBeVisible();

  const { secret: theirKey } = await makeKey(merchant.merchantId);
  await sql`update api_keys set created_by = ${`user:${viewer.userId}`}
    where last4 = ${theirKey.slice(-4)} and merchant_id = ${merchant.merchantId}`;
  await chooseItem(page, "Actions for A viewer", "Remove from team");
  const dialog = page.getByRole("dialog");
  await choose(
    page,
    dialog.getByLabel(`ending in ${theirKey.slice(-4)}`),
    /old key stops working now/,
  );
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Remove team member" }).click();
  await expect(page.getByText("A viewer removed from the team")).toBeVisible();
  const newKey = await dialog
    .getByLabel(/^API key “/)
    .first()
    .inputValue();
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  const statusWith = async (secret: string) => (await apiClient(secret).get("/cards")).status;
  await expect.poll(() => statusWith(theirKey)).toBe(401);
  expect(await statusWith(newKey)).toBe(200);
  await expect(page.getByRole("row", { name: /A viewer/ })).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in/);

  const manager = await makePerson(merchant, "manager");
  await openAs(theirs, manager, path);
  await theirs.getByRole("button", { name: "Leave store" }).click();
  await theirs.getByRole("dialog").getByRole("button", { name: "Leave store" }).click();
  await expect(theirs).toHaveURL(/\/sign-in/);
  await fillSignIn(theirs, manager);
  await expect(theirs.getByRole("alert").filter({ hasText: "is incorrect" })).toBeVisible();
  await theirs.context().close();
});

test("no tab shows the store it has left", async ({ page, merchant, activeCard, tolerate }) => {
  // The other tab may repeat a request before it learns of the other store.
  tolerate(/status of 409/);
  await activeCard({ amountCents: 12_300 });
  await openAs(page, merchant, "/cards");
  await expect(page.getByText("$123.00").first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/cards");
  await expectLoaded(other);

  await chooseItem(page, /switch store/, "Create another store");
  await page.getByLabel("Store name").fill("Harbour Books");
  await page.getByRole("button", { name: "Create store" }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole("complementary")).toContainText("Harbour Books");
    await tab.goto("/cards");
    await expect(tab.getByRole("heading", { name: "No cards yet" })).toBeVisible();
    await expect(tab.getByText("$123.00")).toHaveCount(0);
  }

  await page.getByRole("button", { name: /switch store/ }).press("Enter");
  const current = page.getByRole("menuitem", { name: /Harbour Books.*current store/ });
  await expect(current).toBeVisible();
  await page.getByRole("menuitem", { name: /^Store / }).press("Enter");
  await expect(page.getByRole("button", { name: /^Store .*switch store/ })).toBeVisible();
  await page.goto("/cards");
  await expect(page.getByText("$123.00").first()).toBeVisible();
});
