import type { Page } from "@playwright/test";
import { unsubscribeLinks } from "@/lib/domain/mail/unsubscribe-link";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { waitForReact } from "../support/patient-pages";
import { expectAccessible, expectAccessibleEverywhere, expectToFit } from "./a11y";
import { signInAs } from "./page-actions";
import { pagesIn } from "./pages";
import { expect, type SeededStore, test } from "./seeded-store";

const portalPages = pagesIn("(portal)/");
const authPages = pagesIn("(auth)/");
const walletPages = pagesIn("wallet/");
const docsPages = pagesIn("docs/");
const MISSING_PAGE = /missing/;
const OTHER_PAGES = [
  "/",
  "/[...missing]",
  "/balance/[[...missing]]",
  "/balance/[store]",
  "/dev/mail",
  "/till",
  "/unsubscribe/[token]",
];

/** A page's path with its ids filled in. Throws for an unknown parameter, so that new pages get tested. */
function seededPath(page: string, { cards, batch, webhooks, customer }: SeededStore): string {
  const filled = Object.entries({
    "/cards/[uuid]": `/cards/${cards.active.uuid}`,
    "/batches/[id]": `/batches/${batch}`,
    "/webhooks/[id]": `/webhooks/${webhooks.failing}`,
    "/customers/[id]": `/customers/${customer}`,
  }).reduce((path, [named, own]) => path.replace(named, own), page);
  if (filled.includes("[")) throw new Error(`Say in this file what stands for ${page}.`);
  return filled;
}

/** Query strings for further views of a page, by its path. */
const QUERIES_BY_PAGE: Record<string, string[]> = {
  "/overview": ["?view=table"],
  "/cards": ["?cardType=digital&balance=any&createdFrom=2026-01-01"],
  "/store-credit": ["?view=issued"],
  "/reports": [
    "activity&view=table&range=last_12_months",
    "liability",
    "ageing",
    "breakage",
    "journal",
    "reconciliation",
    "settlement",
    "gifts",
    "tills",
  ].map((tab) => `?tab=${tab}`),
};

/** Cards and webhooks in states that change what their pages show. */
const pathsInOtherStates = ({ cards, webhooks }: SeededStore) => [
  ...[cards.inactive, cards.expired, cards.giver].map(({ uuid }) => `/cards/${uuid}`),
  ...[webhooks.broken, webhooks.off].map((id) => `/webhooks/${id}`),
];

/** What a page shows after a click or a choice: opened and scanned in the same visit. */
const EXPANDED: Record<string, (page: Page) => Promise<void>> = {
  "/batches/import": async (page) => {
    await page.getByText("File format").click();
    await page.getByLabel("File").setInputFiles({
      name: "old-cards.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("code,balance,currency\nbad!,12.3456,XXX\n6035710000001234,25,USD"),
    });
    await page.getByLabel("Name").fill("Old cards");
    await page.getByRole("button", { name: "Check file" }).click();
    await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
  },
  "/cards/[uuid]": async (page) => {
    await page.getByRole("button", { name: "Show code" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    const row = page.getByRole("listitem").filter({ hasText: "Two cakes" });
    await row.locator("summary").first().click();
    await row.locator("details details summary").first().click();
  },
  "/webhooks/[id]": async (page) => {
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await deliveries.locator("summary").first().press("Enter");
    await expect(deliveries.getByText("X-Service-Signature:")).toBeVisible();
    await page.getByRole("button", { name: "Show secret" }).click();
    await expect(page.getByRole("textbox", { name: /secret/i }).first()).toBeVisible();
  },
  "/settings/api-keys": (page) => page.getByRole("link", { name: /^Inactive keys/ }).click(),
  "/settings/store": async (page) => {
    await page.getByRole("radio", { name: "Never", exact: true }).click();
    await page.getByLabel("Time zone").click();
    await page.getByRole("combobox", { name: /Search/ }).fill("zurich");
    await expect(page.getByRole("option")).toHaveText([/Europe\/Zurich/]);
  },
  "/forgot-password": async (page) => {
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  },
};

/** Visits a page once: its status, heading and title, accessibility, widths, and what it shows after a click. */
async function visitAndScan(
  page: Page,
  path: string,
  { title = /^.+ · Scrip$/, expand = EXPANDED[path] } = {},
) {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole("status", { name: /^Loading/ }), path).toHaveCount(0);
  await expect(page, path).toHaveTitle(title);
  // All pages share the frame, so one page is enough to scan it in every theme and width.
  if (path === "/cards") return await expectAccessibleEverywhere(page, path);
  // A page's other views consist of the same parts.
  await expectAccessible(page, path, { dark: !path.includes("?") });
  await expectToFit(page, path);
  if (!expand) return;
  await waitForReact(page);
  await expand(page);
  await expectAccessible(page, `${path}, opened`, { dark: false });
}

test("every page of the product is on a list of this file", () => {
  expect(
    [...portalPages, ...authPages, ...walletPages, ...docsPages, ...OTHER_PAGES].sort(),
  ).toEqual(pagesIn());
  expect(portalPages.length).toBeGreaterThan(15);
  for (const page of Object.keys(QUERIES_BY_PAGE)) expect(portalPages).toContain(page);
});

// Split into parts, so that workers can share them.
const TEST_COUNT = 3;
for (let part = 1; part <= TEST_COUNT; part++) {
  test(`pages are accessible for the owner, part ${part}`, async ({ page, seededStore }) => {
    await signInAs(page, seededStore.store);
    const paths = [
      ...portalPages.flatMap((address) =>
        ["", ...(QUERIES_BY_PAGE[address] ?? [])].map((view) => ({
          path: seededPath(address, seededStore) + view,
          expand: view ? undefined : EXPANDED[address],
        })),
      ),
      ...pathsInOtherStates(seededStore).map((path) => ({ path, expand: undefined })),
    ];
    for (const [index, { path, expand }] of paths.entries()) {
      if (index % TEST_COUNT === part - 1) await visitAndScan(page, path, { expand });
    }
  });
}

test("the pages of a store that has nothing yet are accessible", async ({
  page,
  merchant,
  sql,
}) => {
  await signInAs(page, merchant);
  for (const path of [
    "/overview",
    "/cards",
    "/batches",
    "/webhooks",
    "/settings/integrations",
    "/settings/devices",
    "/settings/cashiers",
  ]) {
    await visitAndScan(page, path);
  }
  // The same person in test mode, which has a banner and a clock.
  await testStoreOf(merchant.merchantId);
  await sql`update user_sessions set is_test = true where user_id = ${merchant.userId}`;
  await visitAndScan(page, "/settings/test-mode");
});

test("sign-in and public pages are accessible", async ({ page, seededStore, tolerate }) => {
  // A till without a device is unauthorized.
  tolerate(/status of 40[14]/);
  for (const path of [...authPages, "/reset-password#token", "/confirm-address#token"]) {
    // A change of the fragment alone would not load the page again.
    await page.goto("about:blank");
    await visitAndScan(page, path);
  }
  await page.goto(seededStore.invitation);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expectAccessible(page, "an invitation");
  const { merchantId, slug } = seededStore.store;
  const { page: stopEmail } = unsubscribeLinks({ merchantId, email: "ada@example.com" });
  for (const path of ["/dev/mail", "/till", new URL(stopEmail).pathname])
    await visitAndScan(page, path);
  await visitAndScan(page, `/balance/${slug}`, { title: /^Check your balance · Store / });
});

/** An address without a page in each area, and where its one link leads; null if it has none. */
const MISSING_ADDRESSES: [path: string, leadsTo: string | null][] = [
  ["/there/is-no-such-page", "/overview"],
  ["/wallet/no/such-page", "/wallet/sign-in"],
  ["/docs/no-such-guide", "/docs"],
  ["/docs/no/such-guide", "/docs"],
  ["/balance", null],
  ["/balance/a-store/no-such-page", null],
];

test("each area has an accessible 404 page of its own, which leads back to the area, signed in or not", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 404/);
  await page.goto("/there/is-no-such-page");
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(page, "not found, signed out");
  await signInAs(page, merchant);
  for (const [path, leadsTo] of MISSING_ADDRESSES) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    // Sent by the server, so that nothing else flashes first.
    expect(await answer?.text(), path).toContain("Page not found");
    await expect(page, path).toHaveTitle(/^Page not found · /);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toHaveCount(1);
    if (leadsTo === "/overview") await expectAccessible(page, "not found");
    const link = page.getByRole("main").getByRole("link");
    await expect(link, path).toHaveCount(leadsTo ? 1 : 0);
    if (!leadsTo) continue;
    await link.click();
    await expect(page, path).toHaveURL(new RegExp(`^[^?]*${leadsTo}(\\?|$)`));
  }
});

test("the API reference is accessible", async ({ page }) => {
  const filled: Record<string, string[]> = {
    "/docs": ["/docs"],
    "/docs/[...guide]": [
      "quick-start",
      "errors",
      "webhooks",
      "limits",
      "operations/deploy",
      "operations/configuration",
    ].map((path) => `/docs/${path}`),
    "/docs/api/[operation]": ["post-cards-uuid-debit", "get-webhooks-id-deliveries"].map(
      (id) => `/docs/api/${id}`,
    ),
  };
  expect(Object.keys(filled).sort()).toEqual(docsPages.filter((page) => !MISSING_PAGE.test(page)));
  for (const path of Object.values(filled).flat()) await visitAndScan(page, path);
});
