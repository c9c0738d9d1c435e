import type { Browser } from "@playwright/test";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { type Member, openAs } from "./person";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

async function signedInWith(browser: Browser, userAgent: string, person: Member) {
  const page = await (await browser.newContext({ userAgent })).newPage();
  await openAs(page, person, "/cards");
  return page;
}

test("a person sees where they are signed in and nobody else, ends one session, then all the others", async ({
  page,
  merchant,
  browser,
  anotherStore,
}) => {
  test.slow();
  await test.step("nobody else's", async () => {
    const owner = await signedInWith(browser, firefox, merchant);
    const viewer = await makePerson(merchant, "viewer");
    await openAs(page, viewer, "/settings/security");
    const items = page
      .getByRole("region", { name: "Where you are signed in" })
      .getByRole("listitem");
    await expect(items).toHaveCount(1);
    await expect(items).toContainText("This browser");
    await owner.context().close();
  });

  await test.step("their own", async () => {
    const { merchant } = await anotherStore();
    const phone = await signedInWith(browser, iphone, merchant);
    const office = await signedInWith(browser, firefox, merchant);
    await openAs(page, merchant, "/settings/security");
    const sessions = page.getByRole("region", { name: "Where you are signed in" });
    const items = sessions.getByRole("listitem");
    await expect(items).toHaveCount(3);
    await expect(items.first()).toContainText("This browser");
    await expect(items.first().getByRole("button")).toHaveCount(0);
    await expect(items.filter({ hasText: "Firefox on Windows" })).toContainText(
      "last used just now",
    );

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
});
