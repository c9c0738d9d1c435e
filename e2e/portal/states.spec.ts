import { expect, test } from "../support/test";
import { signInAs, withoutFirstData } from "./page-actions";

const requestId = "req_of_the_failure";

const internalError = { error: "internal_error", message: "It went wrong.", requestId };

/** A request to fail, and what the page shows after loading. */
const readRequests = [
  { path: "/cards", api: "cards?*", what: "The cards" },
  { path: "/customers", api: "customers?*", what: "The customers" },
  { path: "/overview", api: "overview", what: "The overview", shows: "Outstanding balance" },
  {
    path: "/settings/security",
    api: "sessions",
    what: "Your sessions",
    shows: "Where you're signed in",
  },
];

test("a failed page shows the request id", async ({ page, merchant, api, tolerate }) => {
  tolerate(/status of 500|TypeError|Cannot read/);
  await api.post("/store-credit", { email: "a@example.com", amountCents: 300, currency: "USD" });
  await signInAs(page, merchant);
  await withoutFirstData(page);
  for (const { path, api: read, what, shows } of readRequests) {
    await test.step(what, async () => {
      const url = `**/api/portal/${read}`;
      await page.route(url, (route) => route.fulfill({ status: 500, json: internalError }));
      await page.goto(path);
      const alert = page.getByRole("alert").filter({ hasText: "Couldn't load this" });
      await expect(alert).toContainText(requestId);
      await expect(alert).toContainText("Try again in a moment");
      await page.unroute(url);
      await alert.getByRole("button", { name: "Retry" }).click();
      await expect(
        shows ? page.getByRole("region", { name: shows }) : page.getByRole("table").first(),
      ).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }
  await test.step("a page that can't be rendered", async () => {
    await page.route("**/api/portal/webhooks", (route) => route.fulfill({ json: { webhooks: 7 } }));
    await page.getByRole("link", { name: "Webhooks" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Something went wrong" });
    await expect(alert).toContainText("Try again in a moment");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await page.unroute("**/api/portal/webhooks");
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  });
});

test("a page of something that the store doesn't have says so, and leads to the list", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 404/);
  await signInAs(page, merchant);
  const absent = crypto.randomUUID();
  for (const list of ["/customers", "/webhooks", "/batches", "/cards"]) {
    await page.goto(`${list}/${absent}`);
    await expect(page.getByRole("heading", { name: "Not found" }), list).toBeVisible();
  }
  await page.getByRole("link", { name: "Back to list" }).click();
  await expect(page).toHaveURL("/cards");
});
