import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { makePerson, makeStore, turnElsewhere } from "../support/store";
import { expect, test } from "../support/test";
import { expectLoaded, fillSignIn, openAs } from "./person";

const path = "/settings/team";
const password = "a sentence to remember";
// Signing in and turning to another store load a whole page; a busy machine takes its time.
const arrival = { timeout: 15_000 };

/** Invites an address from the team page; gives the path of the mail's link. */
async function invite(page: Page, sql: Sql, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByRole("radio", { name: role }).click();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(`${email}.*${role}`) })).toBeVisible();
  return await linkFor(sql, email);
}

async function linkFor(sql: Sql, email: string): Promise<string> {
  const [mail] = await sql`select payload->>'link' as link from outbox
    where payload->>'to' = ${email} order by id desc limit 1`;
  const { pathname, hash } = new URL(mail?.link);
  return pathname + hash;
}

test("a new person is invited and works as what they were invited as; an invitation is sent again with another link, and withdrawn", async ({
  page,
  browser,
  merchant,
  sql,
  tolerate,
}) => {
  test.slow();
  await test.step("a new person", async () => {
    await openAs(page, merchant, path);
    const email = `grace-${merchant.slug}@example.com`;
    const link = await invite(page, sql, email, "Viewer");

    const context = await browser.newContext();
    const theirs = await context.newPage();
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Join Store");
    await expect(theirs).toHaveURL("/invitation");
    await theirs.getByLabel("Your name").fill("Grace Hopper");
    await theirs.getByLabel("Password").fill(password);
    await theirs.getByRole("button", { name: /^Join/ }).click();
    await expect(theirs).toHaveURL("/overview", arrival);
    await theirs.goto(path);
    await expect(theirs.getByRole("row", { name: /Grace Hopper.*You.*Viewer/ })).toBeVisible();
    await expect(theirs.getByRole("button", { name: /Invite|Change/ })).toHaveCount(0);

    await theirs.goto(link);
    await expect(theirs.getByText("This invitation can't be opened")).toBeVisible();
    await context.close();
  });

  await test.step("again, and withdrawn", async () => {
    tolerate(/status of 404/);
    await openAs(page, merchant, path);
    const email = `later-${merchant.slug}@example.com`;
    const first = await invite(page, sql, email, "Manager");
    const change = page.getByRole("button", { name: `Change the invitation of ${email}` });
    await change.click();
    await page.getByRole("menuitem", { name: "Send again" }).click();
    await expect(page.getByText(`Invitation sent to ${email} again`)).toBeVisible();
    const second = await linkFor(sql, email);
    expect(second).not.toBe(first);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(first);
    await expect(stranger.getByText("This invitation can't be opened")).toBeVisible();
    await change.click();
    await page.getByRole("menuitem", { name: "Withdraw invitation" }).click();
    await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
    await stranger.goto(second);
    await expect(stranger.getByText("This invitation can't be opened")).toBeVisible();
    await stranger.context().close();
  });
});

test("somebody with an account joins with its password, or as they are signed in", async ({
  page,
  browser,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const other = await makeStore();
  const person = await makePerson(other, "manager");
  await openAs(page, merchant, path);
  const link = await invite(page, sql, person.email, "Manager");

  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${merchant.email}`)).toBeVisible();
  await page.getByRole("button", { name: "Sign out and go on" }).click();
  await page.getByLabel("Your Scrip password").fill("not the password");
  await page.getByRole("button", { name: /^Join/ }).click();
  await expect(page.getByText("isn't right")).toBeVisible();
  await page.getByLabel("Your Scrip password").fill(person.password);
  await page.getByRole("button", { name: /^Join/ }).click();
  await expect(page).not.toHaveURL(/invitation/, arrival);
  await page.goto(path);
  await expect(page.getByRole("row", { name: /A manager.*You.*Manager/ })).toBeVisible(arrival);
  await expect(page.getByRole("row", { name: new RegExp(merchant.email) })).toBeVisible();

  const third = await makeStore();
  const owner = await (await browser.newContext()).newPage();
  await openAs(owner, third, path);
  await page.goto(await invite(owner, sql, person.email, "Viewer"));
  await page.getByRole("button", { name: /^Join/ }).click();
  await expect(page).not.toHaveURL(/invitation/, arrival);
  await page.goto(path);
  await expect(page.getByRole("row", { name: /A manager.*You.*Viewer/ })).toBeVisible(arrival);
  await owner.context().close();
});

test("a role and a removal are in force where the person is signed in; the only owner is told why they stay, anybody else may leave", async ({
  page,
  browser,
  merchant,
  tolerate,
}) => {
  test.slow();
  await test.step("a role and a removal", async () => {
    tolerate(/status of 401/);
    const person = await makePerson(merchant, "viewer");
    const theirs = await (await browser.newContext()).newPage();
    await openAs(theirs, person, "/cards");
    await openAs(page, merchant, path);
    const change = page.getByRole("button", { name: "Change A viewer" });

    await change.click();
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page.getByRole("radio", { name: "Manager" }).click();
    await page.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("A viewer is manager now")).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole("button", { name: "Create card" }).first()).toBeVisible();

    await change.click();
    await page.getByRole("menuitem", { name: "Remove from the team" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("A viewer removed from the team")).toBeVisible();
    await expect(page.getByRole("row", { name: /A viewer/ })).toHaveCount(0);
    await theirs.reload();
    await expect(theirs).toHaveURL(/\/sign-in/);
    await theirs.context().close();
  });

  await test.step("leaving", async () => {
    await openAs(page, merchant, path);
    await expect(page.getByRole("button", { name: "Leave store" })).toBeDisabled();
    await expect(page.getByText("Make somebody else owner before you go.")).toBeVisible();
    await page.context().clearCookies();
    const person = await makePerson(merchant, "manager");
    await openAs(page, person, path);
    await page.getByRole("button", { name: "Leave store" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave store" }).click();
    await expect(page).toHaveURL(/\/sign-in/, arrival);
    await fillSignIn(page, person);
    await expect(page.getByRole("alert").filter({ hasText: "isn't right" })).toBeVisible();
  });
});

test("switching store shows nothing of the one that was left, in any tab; a page that did not hear of the other store changes nothing in it, and says so", async ({
  page,
  merchant,
  activeCard,
  tolerate,
  sql,
  anotherStore,
}) => {
  test.slow();
  await test.step("switching", async () => {
    // The other tab may ask once more for what it shows, before it hears of the other store.
    tolerate(/status of 409/);
    await activeCard({ amountCents: 12_300 });
    await openAs(page, merchant, "/cards");
    await expect(page.getByText("$123.00").first()).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/cards");
    await expectLoaded(other);

    await page.getByRole("button", { name: /switch store/ }).click();
    await page.getByRole("menuitem", { name: "Create another store" }).click();
    await page.getByLabel("Store name").fill("Harbour Books");
    await page.getByRole("button", { name: "Create store" }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole("complementary")).toContainText("Harbour Books", arrival);
      await tab.goto("/cards");
      await expect(tab.getByRole("heading", { name: "No cards yet" })).toBeVisible();
      await expect(tab.getByText("$123.00")).toHaveCount(0);
    }

    await page.getByRole("button", { name: /switch store/ }).press("Enter");
    const current = page.getByRole("menuitem", { name: /Harbour Books.*open now/ });
    await expect(current).toBeVisible();
    await page.getByRole("menuitem", { name: /^Store / }).press("Enter");
    await expect(page.getByRole("button", { name: /^Store .*switch store/ })).toBeVisible(arrival);
    await page.goto("/cards");
    await expect(page.getByText("$123.00").first()).toBeVisible();
  });

  await test.step("a page that did not hear of it", async () => {
    const { merchant } = await anotherStore();
    tolerate(/status of 409/);
    await openAs(page, merchant, path);
    const other = await turnElsewhere(merchant);

    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByLabel("E-mail address").fill("grace@example.com");
    await page.getByRole("button", { name: "Send invitation" }).click();
    const changed = page.getByRole("dialog", { name: "You now work in another store" });
    await expect(changed).toBeVisible(arrival);
    expect(await sql`select from invitations where merchant_id = ${other.merchantId}`).toHaveLength(
      0,
    );
    await changed.getByRole("link", { name: "Reload" }).click();
    const rail = page.getByRole("complementary");
    await expect(rail.getByRole("button", { name: /switch store/ })).toBeVisible(arrival);
    await expect(rail).not.toContainText(merchant.slug.replace("store-", "Store "));
  });
});
