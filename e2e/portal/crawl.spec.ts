import type { Page } from "@playwright/test";
import { makePerson } from "../support/store";
import { expectAccessible, expectAccessibleEverywhere, expectToFit } from "./a11y";
import { pagesIn } from "./pages";
import { expectLoaded, openAs, signInAs } from "./person";
import { expect, LONG_EMAIL, type SeededStore, test } from "./seeded-store";

const portal = pagesIn("(portal)/");
const auth = pagesIn("(auth)/");
const wallet = pagesIn("wallet/");
const docs = pagesIn("docs/");
const OTHERS = ["/", "/[...missing]", "/balance/[store]", "/dev/mail"];

type Ids = { card: string; batch: string; webhook: string; customer: string };

/** A page's path with its ids filled in. Throws for an unknown parameter, so that new pages get tested. */
function addressOf(page: string, ids: Ids): string {
  const filled = Object.entries({
    "/cards/[uuid]": `/cards/${ids.card}`,
    "/batches/[id]": `/batches/${ids.batch}`,
    "/webhooks/[id]": `/webhooks/${ids.webhook}`,
    "/customers/[id]": `/customers/${ids.customer}`,
  }).reduce((path, [named, own]) => path.replace(named, own), page);
  if (filled.includes("[")) throw new Error(`Say in this file what stands for ${page}.`);
  return filled;
}

const fill = (address: string, { cards, batch, webhooks, customer }: SeededStore) =>
  addressOf(address, { card: cards.active.uuid, batch, webhook: webhooks.failing, customer });

/** Query strings for further views of a page, by its path. */
const VIEWS: Record<string, string[]> = {
  "/overview": ["?view=table"],
  "/cards": ["?cardType=digital&balance=any&createdFrom=2026-01-01"],
  "/store-credit": ["?view=issued"],
  "/reports": ["ageing", "breakage", "journal", "reconciliation", "settlement", "gifts"].map(
    (tab) => `?tab=${tab}`,
  ),
};

/** Cards and webhooks in states that change what their pages show. */
const statesOf = ({ cards, webhooks }: SeededStore) => [
  ...[cards.inactive, cards.expired, cards.giver].map(({ uuid }) => `/cards/${uuid}`),
  ...[webhooks.broken, webhooks.off].map((id) => `/webhooks/${id}`),
];

async function visit(page: Page, path: string) {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole("status", { name: /^Loading/ }), path).toHaveCount(0);
  await expect(page, path).toHaveTitle(/^.+ · Scrip$/);
}

async function visitAndScan(page: Page, path: string) {
  await visit(page, path);
  // All pages share the frame, so one page is enough to scan it in every theme and width.
  if (path === "/cards") return await expectAccessibleEverywhere(page, path);
  // A page's other views consist of the same parts.
  await expectAccessible(page, path, { dark: !path.includes("?") });
}

test("every page of the product is on a list of this file", () => {
  expect([...portal, ...auth, ...wallet, ...docs, ...OTHERS].sort()).toEqual(pagesIn());
  expect(portal.length).toBeGreaterThan(15);
  for (const page of Object.keys(VIEWS)) expect(portal).toContain(page);
});

// Split into parts, so that workers can share them.
const PARTS = 3;
for (let part = 0; part < PARTS; part++) {
  test(`every page of the portal is whole and accessible for the owner, part ${part + 1}`, async ({
    page,
    seededStore,
  }) => {
    test.setTimeout(180_000);
    await signInAs(page, seededStore.store);
    const paths = [
      ...portal.flatMap((address) =>
        ["", ...(VIEWS[address] ?? [])].map((view) => fill(address, seededStore) + view),
      ),
      ...statesOf(seededStore),
    ];
    for (const [index, path] of paths.entries()) {
      if (index % PARTS === part) await visitAndScan(page, path);
    }
  });
}

test("every page of the portal is whole for a viewer and fits every screen, from phone to desk", async ({
  page,
  merchant,
  api,
  activeCard,
  sql,
  tolerate,
}) => {
  test.setTimeout(180_000);
  // A page requests its data before it shows that the role has no access.
  tolerate(/status of 403/);
  const { uuid } = await activeCard({ amountCents: 2_500 });
  const credit = (email: string) =>
    api.post("/store-credit", { email, amountCents: 500, currency: "USD" });
  await credit("ada@example.com");
  const { body: webhook } = await api.post("/webhooks", {
    url: "https://example.com/hook",
    events: ["card.debited"],
  });
  const wanted = { name: "Spring", quantity: 3, currency: "USD", cardType: "physical" };
  const { body: batch } = await api.post("/batches", wanted);
  const [customer] = await sql`select id from customers where merchant_id = ${merchant.merchantId}`;
  const ids = { card: uuid, batch: batch.id, webhook: webhook.id, customer: customer?.id };
  await signInAs(page, await makePerson(merchant, "viewer"));
  const paths = portal.map((address) => addressOf(address, ids));
  for (const path of paths) {
    await visit(page, path);
    await expectToFit(page, path);
  }
  await credit(LONG_EMAIL);
  const [long] = await sql`select id from customers where email = ${LONG_EMAIL}
    and merchant_id = ${merchant.merchantId}`;
  for (const path of ["/customers", `/customers/${long?.id}`, "/store-credit?view=issued"]) {
    await visit(page, path);
    await expectToFit(page, `${path}, with a long address`);
  }
});

/** Further content that pages show after a click or a choice. */
const opened: { at: (seededStore: SeededStore) => string; open: (page: Page) => Promise<void> }[] =
  [
    {
      at: () => "/batches/import",
      open: async (page) => {
        await page.getByText("What the file looks like").click();
        await page.getByLabel("File").setInputFiles({
          name: "old-cards.csv",
          mimeType: "text/csv",
          buffer: Buffer.from("code,balance,currency\nbad!,12.345,XXX\n6035710000001234,25,USD"),
        });
        await page.getByLabel("Name").fill("Old cards");
        await page.getByRole("button", { name: "Check the file" }).click();
        await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
      },
    },
    {
      at: ({ cards }) => `/cards/${cards.active.uuid}`,
      open: async (page) => {
        await page.getByRole("button", { name: "Show code" }).click();
        await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
        const row = page.getByRole("listitem").filter({ hasText: "Two cakes" });
        await row.locator("summary").first().click();
        await row.locator("details details summary").first().click();
      },
    },
    {
      at: ({ webhooks }) => `/webhooks/${webhooks.failing}`,
      open: async (page) => {
        const deliveries = page.getByRole("region", { name: "Deliveries" });
        await deliveries.locator("summary").first().press("Enter");
        await expect(deliveries.getByText("X-Service-Signature:")).toBeVisible();
      },
    },
    {
      at: ({ webhooks }) => `/webhooks/${webhooks.off}`,
      open: async (page) => {
        await page.getByRole("button", { name: "Show secret" }).click();
        await expect(page.getByRole("textbox", { name: /secret/i }).first()).toBeVisible();
      },
    },
    {
      at: () => "/settings/api-keys",
      open: (page) => page.getByRole("button", { name: /works? no longer/ }).click(),
    },
    {
      at: () => "/settings/store",
      open: async (page) => {
        await page.getByRole("radio", { name: "For good" }).click();
        await page.getByLabel("Time zone").click();
        await page.getByRole("combobox", { name: /Search/ }).fill("zurich");
        await expect(page.getByRole("option")).toHaveText([/Europe\/Zurich/]);
      },
    },
    {
      at: () => "/forgot-password",
      open: async (page) => {
        await page.getByLabel("E-mail address").fill("nobody@example.com");
        await page.getByRole("button", { name: "Send the link" }).click();
        await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
      },
    },
  ];

test("what a page shows after a click is accessible: codes, explanations, deliveries, secrets, lists, errors", async ({
  page,
  seededStore,
}) => {
  test.setTimeout(60_000);
  await signInAs(page, seededStore.store);
  for (const { at, open } of opened) {
    const path = at(seededStore);
    await page.goto(path);
    await expectLoaded(page);
    await open(page);
    await expectAccessible(page, `${path}, opened`, { dark: false });
  }
});

test("the pages of a store that has nothing yet are accessible", async ({ page, merchant }) => {
  test.setTimeout(180_000);
  await signInAs(page, merchant);
  for (const path of ["/overview", "/cards", "/batches", "/webhooks", "/settings/integrations"]) {
    await visitAndScan(page, path);
  }
});

test("every page of signing in, and those for everybody, are accessible", async ({
  page,
  seededStore,
  tolerate,
}) => {
  test.setTimeout(180_000);
  tolerate(/status of 404/);
  const views: Record<string, string[]> = {
    "/reset-password": ["#token"],
    "/confirm-address": ["#token"],
  };
  for (const path of auth) {
    for (const view of ["", ...(views[path] ?? [])]) {
      // A change of the fragment alone would not load the page again.
      await page.goto("about:blank");
      await visitAndScan(page, path + view);
    }
  }
  await page.goto(seededStore.invitation);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expectAccessible(page, "an invitation");
  for (const path of [`/balance/${seededStore.store.slug}`, "/dev/mail"]) {
    await visitAndScan(page, path);
  }
});

test("a page that does not exist is accessible, with the frame for who is signed in and nothing else for a stranger", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const missing = "/there/is-no-such-page";
  const open = async () => {
    const answer = await page.goto(missing);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found · Scrip");
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expectAccessible(page, "not found");
  };
  await open();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await openAs(page, merchant, "/cards");
  await open();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cards" }).click();
  await expect(page).toHaveURL("/cards");
});

test("the API reference is accessible: its home, guides, and operations with and without a body", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const filled: Record<string, string[]> = {
    "/docs": ["/docs"],
    "/docs/[guide]": ["quick-start", "errors", "webhooks", "limits"].map((id) => `/docs/${id}`),
    "/docs/api/[operation]": ["post-cards-uuid-debit", "get-webhooks-id-deliveries"].map(
      (id) => `/docs/api/${id}`,
    ),
  };
  for (const address of docs) {
    const paths = filled[address];
    if (!paths) throw new Error(`Say in this file what stands for ${address}.`);
    for (const path of paths) await visitAndScan(page, path);
  }
});
