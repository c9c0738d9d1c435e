import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { quickStart } from "@/components/docs/guides/quick-start-steps";
import { guides } from "@/components/docs/pages";
import { type Document, operationsOf } from "@/components/docs/reference";
import { languages, sampleOf } from "@/components/docs/samples";
import { REFUSALS } from "@/lib/errors";
import { baseUrl, send } from "../support/client";
import { expect, test } from "../support/test";
import { expectSound } from "./sound";

const run = promisify(execFile);

const load = async (): Promise<Document> => (await send("/api/v1/openapi.json")).body;

test("every command of the quick start works when it is pasted, after those before it", async ({
  merchant,
  api,
}) => {
  const script = quickStart(baseUrl())
    .map(({ code }) => `${code}\necho`)
    .join("\n");
  for (const SCRIP_KEY of [merchant.keyA, merchant.keyB]) {
    const { stdout } = await run("bash", ["-e", "-c", script], {
      env: { ...process.env, SCRIP_KEY },
    });
    expect(stdout).not.toContain('"error"');
    const [uuid = ""] = stdout.trim().split("\n");
    const { body: card } = await api.get(`/cards/${uuid}`);
    expect(card).toMatchObject({ balanceCents: 2_050, status: "active" });
    expect(card.transactions).toHaveLength(3);
  }
});

test("the loop of the pages guide walks through every transaction", async ({
  page,
  merchant,
  activeCard,
}) => {
  await activeCard({ amountCents: 100 });
  await page.goto("/docs/pagination");
  const code = (await page.locator("pre", { hasText: "while" }).textContent()) ?? "";
  const { stdout } = await run("bash", ["-c", code.replace("limit=100", "limit=1")], {
    env: { ...process.env, SCRIP_KEY: merchant.keyA },
  });
  expect(stdout.match(/"balanceAfterCents":100/g)).toHaveLength(1);
});

test("the example of every operation is a request that the server understands, in every language", async ({
  merchant,
}, testInfo) => {
  test.setTimeout(180_000);
  const env = { ...process.env, SCRIP_KEY: merchant.keyA };
  for (const operation of operationsOf(await load())) {
    const differs = !operation.answer.same || operation.request?.same === false;
    for (const shape of differs ? (["A", "B"] as const) : (["A"] as const)) {
      for (const language of shape === "A" ? languages : (["curl"] as const)) {
        const code = sampleOf(operation, shape, language, baseUrl()).replace(
          /-10482"/,
          () => `-${crypto.randomUUID()}"`,
        );
        const told = await outcomeOf(language, code, testInfo.outputPath("sample.mjs"), env);
        const at = `${operation.slug}, Shape ${shape}, ${language}: ${told}`;
        // The example's card and webhook are not this store's; nothing else may be wrong.
        const refused = told.match(/"?error"?: ?['"](\w+)|HTTP Error (\d+)/);
        expect([undefined, "not_found", "404"], at).toContain(refused?.[1] ?? refused?.[2]);
        expect(told, at).toMatch(/\S/);
      }
    }
  }
});

/** What a program prints, failures included. */
async function outcomeOf(
  language: (typeof languages)[number],
  code: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  await writeFile(file, code);
  const commands = {
    curl: ["bash", "-c", `${code} -sS`],
    node: [process.execPath, file],
    python: ["python3", "-c", code],
  } as const;
  const [command, ...given] = commands[language];
  return await run(command, [...given], { env }).then(
    ({ stdout }) => stdout,
    (failure: { stderr: string }) => failure.stderr,
  );
}

test("every operation has its page, and every guide and error code its place", async ({
  request,
}) => {
  test.setTimeout(120_000);
  const home = await (await request.get("/docs")).text();
  for (const { slug, method, path } of operationsOf(await load())) {
    expect(home).toContain(`href="/docs/api/${slug}"`);
    const answer = await request.get(`/docs/api/${slug}`);
    expect(answer.status(), slug).toBe(200);
    expect(await answer.text()).toContain(`<title>${method} ${path} · API reference · Scrip`);
  }
  for (const { slug } of guides) {
    expect(home).toContain(`href="/docs/${slug}"`);
    expect((await request.get(`/docs/${slug}`)).status(), slug).toBe(200);
  }
  const errors = await (await request.get("/docs/errors")).text();
  for (const code of Object.keys(REFUSALS)) expect(errors).toContain(`id="${code}"`);
  expect((await request.get("/docs/nothing")).status()).toBe(404);
  expect((await request.get("/docs/api/nothing")).status()).toBe(404);
});

test("it reads without a script: fields, both shapes, errors and every language", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/docs/api/post-cards-uuid-debit");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Remove balance");
  const answer = page.getByRole("list", { name: "Answer" });
  await expect(answer).toContainText("transaction");
  await page.getByRole("link", { name: "Shape B" }).click();
  await expect(page).toHaveURL(/shape=B/);
  await expect(answer).toContainText("previousBalanceCents");
  await page.getByRole("link", { name: "Python" }).click();
  await expect(page).toHaveURL(/shape=B&lang=python/);
  await expect(page.getByLabel("Examples")).toContainText("urllib.request");
  await expect(page.getByRole("list", { name: "Errors" })).toContainText("insufficient_balance");
  await context.close();
});

test("the shape and the language chosen go along to the next operation", async ({ page }) => {
  await page.goto("/docs/api/post-cards-uuid-debit?shape=B&lang=node");
  await page
    .getByRole("navigation", { name: "API reference" })
    .getByRole("link", { name: "/cards/{uuid}/balance" })
    .click();
  await expect(page).toHaveURL("/docs/api/get-cards-uuid-balance?shape=B&lang=node");
  await expect(page.getByLabel("Examples")).toContainText("await fetch");
});

test("the search finds operations, error codes and events, and says when it finds nothing", async ({
  page,
}) => {
  await page.goto("/docs");
  const search = page.getByLabel("Search the reference");
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await search.fill("debit");
  const results = page.getByRole("search");
  await expect(results.getByRole("link", { name: "POST /cards/{uuid}/debit" })).toBeVisible();
  await search.fill("insufficient");
  await results.getByRole("link", { name: "insufficient_balance" }).click();
  await expect(page).toHaveURL("/docs/errors#insufficient_balance");
  await expect(page.locator("#insufficient_balance")).toBeInViewport();
  await search.fill("quetzal");
  await expect(results.getByRole("status")).toHaveText("Nothing matches.");
});

test("the reference is open to anybody, and linked from sign-in and the rail", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
});

for (const path of [
  "/docs",
  "/docs/quick-start",
  "/docs/errors",
  "/docs/webhooks",
  "/docs/limits",
  "/docs/api/post-cards-uuid-debit",
  "/docs/api/get-webhooks-id-deliveries",
]) {
  test(`${path} is sound for everybody`, async ({ page }) => {
    test.slow();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page, path);
  });
}

test("on paper there is the text and no way around", async ({ page }) => {
  await page.goto("/docs/webhooks");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByLabel("Search the reference")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});
