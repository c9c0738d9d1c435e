import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { openAs } from "./person";

const requestId = "req_of_the_failure";

/** Lets reads of the cards fail with `status` until told otherwise. */
const failCards = (page: Page, status: number, error: string) =>
  page.route("**/api/portal/cards?*", (route) =>
    route.fulfill({ status, json: { error, message: "It went wrong.", requestId } }),
  );

test("an error says what failed, what is safe and the request id; Retry brings the page back", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 500/);
  await failCards(page, 500, "internal_error");
  await openAs(page, merchant, "/cards");
  const alert = page.getByRole("alert").filter({ hasText: "The cards couldn't be loaded" });
  await expect(alert).toContainText("balances and history are safe");
  await expect(alert).toContainText(requestId);
  await page.unroute("**/api/portal/cards?*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: "No cards yet" })).toBeVisible();
});

test("a denied page says who can help and offers no retry", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 403/);
  await failCards(page, 403, "insufficient_scope");
  await openAs(page, merchant, "/cards");
  const alert = page.getByRole("alert").filter({ hasText: "Your role doesn't include this" });
  await expect(alert).toContainText("An owner");
  await expect(alert.getByRole("button")).toHaveCount(0);
});

test("being offline is told, and over when it is over", async ({ page, merchant, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED/);
  await openAs(page, merchant, "/cards");
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline")).toHaveCount(0);
});

test("a viewer sees everything and is offered no change", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  const { uuid } = await activeCard({ amountCents: 500 });
  await sql`update memberships set role = 'viewer' where merchant_id = ${merchant.merchantId}`;
  await openAs(page, merchant, `/cards/${uuid}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("+$5.00");
  await expect(page.getByRole("button", { name: /Redeem|Top up|Assign|Disable/ })).toHaveCount(0);
  await page.goto("/cards");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create cards" })).toHaveCount(0);
});

test("the keyboard reaches pages, the search and the list of shortcuts", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, "/cards");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL("/transactions");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL("/cards");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("the chosen theme and the folded menu are there on the next page from its first paint", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, "/cards");
  await page.getByRole("button", { name: "account and theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect(page.getByRole("button", { name: "Widen the menu" })).toBeVisible();

  const html = await (await page.request.get("/transactions")).text();
  expect(html).toMatch(/<html[^>]* data-theme="dark"/);
  expect(html).toContain("Widen the menu");
});
