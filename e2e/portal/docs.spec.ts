import { readdirSync } from "node:fs";
import { routes } from "@/app/api/v1/routes";
import { type Document, operationsOf } from "@/components/docs/reference";
import { openApi } from "@/lib/api/kernel/openapi";
import { REFUSALS } from "@/lib/base/errors";
import { send } from "../support/client";
import { waitForReact } from "../support/patient-pages";
import { expect, test } from "../support/test";
import { openAs } from "./page-actions";

/** Both shapes, as the pages show them. */
const documentOfBoth = () => openApi(routes) as unknown as Document;

test("every operation and guide has a page, and every error code an entry", async ({ request }) => {
  const home = await (await request.get("/docs")).text();
  for (const { slug, summary } of operationsOf(documentOfBoth())) {
    expect(home).toContain(`href="/docs/api/${slug}"`);
    const answer = await request.get(`/docs/api/${slug}`);
    expect(answer.status(), slug).toBe(200);
    const title = summary.replace("'", "&#x27;");
    expect(await answer.text()).toContain(`<title>${title} · API reference · Scrip`);
  }
  const guides = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.startsWith("contributing/"))
    .map((file) => file.replace(/^guides\//, "").replace(".md", ""));
  expect(guides).toEqual(expect.arrayContaining(["quick-start", "operations/deploy"]));
  for (const path of guides) {
    expect(home).toContain(`href="/docs/${path}"`);
    expect((await request.get(`/docs/${path}`)).status(), path).toBe(200);
  }
  const errors = await (await request.get("/docs/errors")).text();
  for (const code of Object.keys(REFUSALS)) expect(errors).toContain(`id="${code}"`);
  expect((await request.get("/docs/nothing")).status()).toBe(404);
  expect((await request.get("/docs/api/nothing")).status()).toBe(404);
});

test("the reference works without a script and on paper", async ({ browser, baseURL, page }) => {
  await test.step("without a script: fields, both shapes, errors and every language", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto("/docs/api/post-cards-uuid-debit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Redeem a card");
    const response = page.getByRole("list", { name: "Response", exact: true });
    await expect(response).toContainText("transaction");
    await page.getByRole("link", { name: "Shape B" }).click();
    await expect(page).toHaveURL(/shape=B/);
    await expect(response).toContainText("previousBalanceCents");
    await page.getByRole("link", { name: "Python" }).click();
    await expect(page).toHaveURL(/shape=B&lang=python/);
    await expect(page.getByLabel("Examples")).toContainText("urllib.request");
    await expect(page.getByRole("list", { name: "Errors" })).toContainText("insufficient_balance");
    await context.close();
  });

  await test.step("on paper there is the text and no way around", async () => {
    await page.goto("/docs/webhooks");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByLabel("Search the docs")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  });
});

test("the docs are searched by section, say where the reader is, and keep shape and language", async ({
  page,
}) => {
  await test.step("from sign-in", async () => {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "API reference" }).click();
    await expect(page).toHaveURL("/docs");
    await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  });

  await test.step("the search", async () => {
    const indexes: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/docs/search-index")) indexes.push(request.url());
    });
    await page.goto("/docs");
    const search = page.getByLabel("Search the docs");
    await waitForReact(page);
    expect(indexes).toHaveLength(0);
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(search).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await search.fill("debit");
    const results = page.getByRole("search");
    await expect(results.getByRole("link", { name: "POST Redeem a card" }).first()).toBeVisible();
    await search.fill("insufficient");
    await results.getByRole("link", { name: /^Errors\s*insufficient_balance/ }).click();
    await expect(page).toHaveURL("/docs/errors#insufficient_balance");
    await expect(page.locator("#insufficient_balance")).toBeInViewport();
    await search.fill("retries of a webhook");
    const first = results.getByRole("link").first();
    await expect(first).toHaveText(/^Webhooks/);
    await expect(first.locator("mark").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(first).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/docs\/webhooks#/);
    expect(indexes).toHaveLength(1);
    await search.fill("quetzal");
    await expect(results.getByRole("status")).toHaveText("No results");
  });

  await test.step("on this page: the section that is read is marked", async () => {
    await page.goto("/docs/webhooks");
    const sections = page.getByRole("navigation", { name: "On this page" });
    await sections.getByRole("link", { name: "Payload" }).click();
    await expect(page).toHaveURL("/docs/webhooks#payload");
    await expect(sections.locator("[aria-current=location]")).toHaveText("Payload");
  });

  await test.step("shape and language", async () => {
    await page.goto("/docs/api/post-cards-uuid-debit?shape=B&lang=node");
    await page
      .getByRole("navigation", { name: "API reference" })
      .getByRole("link", { name: "GET Get a card's balance" })
      .click();
    await expect(page).toHaveURL("/docs/api/get-cards-uuid-balance?shape=B&lang=node");
    await expect(page.getByLabel("Examples")).toContainText("await fetch");
  });
});

test("a manager fills a test key in the samples, which stays in the tab and goes with the session", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, "/docs/quick-start");
  const samples = page.locator("pre");
  await expect(samples.filter({ hasText: "scrip_test_…" })).toBeVisible();
  await page.getByRole("button", { name: "Create test key" }).click();
  const saved = samples.first();
  await expect(saved).toContainText(/export SCRIP_KEY=scrip_test_\w{20,}/);
  const key = ((await saved.textContent()) ?? "").split("=")[1] ?? "";
  await expect(samples.filter({ hasText: "$SCRIP_KEY" })).toHaveCount(0);
  expect((await send("/api/v1/me", { headers: { Authorization: `Bearer ${key}` } })).status).toBe(
    200,
  );

  await test.step("on every page, in what is copied, and after a reload", async () => {
    await page.goto("/docs/api/post-cards?lang=python");
    await page.reload();
    const sample = page.getByLabel("Examples").locator("pre").first();
    await expect(sample).toContainText(`f"Bearer ${key}"`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy example request" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(key);
  });

  await test.step("not in another tab, and not once the person signed out", async () => {
    const other = await page.context().newPage();
    await other.goto("/docs/quick-start");
    await expect(other.getByRole("button", { name: "Create test key" })).toBeVisible();
    await expect(other.getByText(key)).toHaveCount(0);
    await other.close();
    await page.context().clearCookies();
    await page.goto("/docs/quick-start");
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

test("samples are colored by the server, and no highlighter is sent to the browser", async ({
  page,
  browser,
  baseURL,
}) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""));
  });
  await page.goto("/docs/webhooks");
  await waitForReact(page);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes("hljs"))).toHaveLength(0);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const plain = await context.newPage();
  await plain.goto("/docs/webhooks");
  await expect(plain.locator("pre .text-positive").first()).toBeVisible();
  await context.close();
});
