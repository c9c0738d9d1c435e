import type { Browser } from "@playwright/test";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { type Credentials, openAs } from "./person";
import { expectSound } from "./sound";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

async function signedInWith(browser: Browser, userAgent: string, person: Credentials) {
  const page = await (await browser.newContext({ userAgent })).newPage();
  await openAs(page, person, "/cards");
  return page;
}

test("a person sees where they are signed in, ends one session, then all the others", async ({
  page,
  merchant,
  browser,
}) => {
  test.slow();
  const phone = await signedInWith(browser, iphone, merchant);
  const office = await signedInWith(browser, firefox, merchant);
  await openAs(page, merchant, "/settings/security");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  const items = sessions.getByRole("listitem");
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText("This browser");
  await expect(items.first().getByRole("button")).toHaveCount(0);
  await expect(items.filter({ hasText: "Firefox on Windows" })).toContainText("last used just now");

  await sessions.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(items).toHaveCount(2);
  await phone.goto("/transactions");
  await expect(phone).toHaveURL(/\/sign-in/);
  await office.goto("/transactions");
  await expect(office).toHaveURL("/transactions");

  await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("1 other session ended.")).toBeVisible();
  await expect(items).toHaveCount(1);
  await office.goto("/cards");
  await expect(office).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(items).toHaveCount(1);
  await phone.context().close();
  await office.context().close();
});

test("a viewer sees their own sessions, and nobody else's", async ({ page, merchant, browser }) => {
  const owner = await signedInWith(browser, firefox, merchant);
  const viewer = await makePerson(merchant, "viewer");
  await openAs(page, viewer, "/settings/security");
  const items = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText("This browser");
  await owner.context().close();
});

test("sessions that can't be loaded are told with the request and a retry", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 500/);
  await page.route("**/api/portal/sessions", (route) =>
    route.fulfill({
      status: 500,
      json: { error: "internal_error", message: "Something went wrong.", requestId: "req_1" },
    }),
  );
  await openAs(page, merchant, "/settings/security");
  const failed = page.getByRole("alert").filter({ hasText: "Your sessions couldn't be loaded" });
  await expect(failed).toContainText("req_1");
  await page.unroute("**/api/portal/sessions");
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("This browser")).toBeVisible();
});

test("the security page is sound with several sessions, and so is changing the password", async ({
  page,
  merchant,
  browser,
}) => {
  test.slow();
  const phone = await signedInWith(browser, iphone, merchant);
  await openAs(page, merchant, "/settings/security");
  await expect(page.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeVisible();
  await expectSound(page, "/settings/security");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectSound(page, "change password");
  await phone.context().close();
});
