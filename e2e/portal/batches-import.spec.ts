import type { Page } from "@playwright/test";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

const fileOf = (...rows: string[]) => ({
  name: "old-cards.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["code,balance,currency,expiry,email,note", ...rows].join("\n")),
});

async function check(page: Page, ...rows: string[]) {
  await page.getByLabel("File").setInputFiles(fileOf(...rows));
  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check the file" }).click();
}

const mixed = [
  "6035 7100 0000 1234,25.00,USD,,ada@example.com,From the old shop",
  "6035710000001234,25.00,USD,,,",
  "6035710000001242,0,,,,",
  "bad!,12.345,XXX,2020-01-31,nobody,",
];

test("a file with bad rows tells each problem before anything is written, and imports the others", async ({
  page,
  merchant,
  api,
}) => {
  await openAs(page, merchant, "/batches");
  await page.getByRole("link", { name: "Import cards" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Choose a CSV file of at most 5 MB.")).toBeVisible();
  await check(page, ...mixed);

  await expect(page.getByRole("heading", { name: "2 of 4 rows can't be imported" })).toBeFocused();
  const problems = page.getByRole("table", { name: "What is wrong, by line" });
  await expect(problems.getByRole("row")).toHaveCount(7);
  await expect(problems).toContainText("Code is the same as in line 2.");
  await expect(problems).toContainText("Currency is no known currency");
  await expect(page.getByText("2, 1 of them never sold")).toBeVisible();
  expect((await api.get("/cards")).body.total).toBe(0);

  await page.getByRole("button", { name: "Import 2 cards" }).click();
  await expect(page.getByRole("heading", { name: "Old cards" })).toBeVisible();
  await expect(page.getByText("1–2 of 2")).toBeVisible({ timeout: 15_000 });
  const { body } = await api.post("/cards/lookup", { code: "6035-7100-0000-1234" });
  expect(body).toMatchObject({ code: "6035710000001234", balanceCents: 2_500, status: "active" });

  await page.goto("/cards");
  const search = page.getByLabel("Search cards by code, last four, e-mail address or card id");
  await search.fill("6035710000001242");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);
});

test("a file that can't be read is told at its field, and what was typed stays", async ({
  page,
  merchant,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/batches/import");
  await page.getByLabel("File").setInputFiles({
    name: "list.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("6035710000001234,25\n6035710000001242,30"),
  });
  await page.getByLabel("Name").fill("Old cards");
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText('The first line has no heading "code".')).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Old cards");
});

test("before the page's script has come nothing is sent, and a file chosen then is taken", async ({
  page,
  merchant,
}) => {
  await openAs(page, merchant, "/batches");
  let choose = () => {};
  const isChosen = new Promise<void>((settle) => {
    choose = settle;
  });
  await page.route(/_next\/static\/.*\.js/, async (route) => {
    await isChosen;
    await route.continue();
  });
  await page.goto("/batches/import", { waitUntil: "commit" });
  await page.getByLabel("File").setInputFiles(fileOf(...mixed));
  const send = page.getByRole("button", { name: "Check the file" });
  await expect(send).toBeDisabled();
  choose();
  await expect(send).toBeEnabled();
  await page.getByLabel("Name").fill("Old cards");
  await send.click();
  await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
});

test("a viewer is told who may import", async ({ page, merchant }) => {
  await openAs(page, await makePerson(merchant, "viewer"), "/batches/import");
  await expect(page.getByText("Only owners and managers import cards")).toBeVisible();
});

test("the form of an import is sound on phone and desk", async ({ page, merchant }) => {
  test.slow();
  await openAs(page, merchant, "/batches/import");
  await page.getByText("What the file looks like").click();
  await expectSound(page, "import cards");
});

test("what is wrong with a file is sound on phone and desk", async ({ page, merchant }) => {
  test.slow();
  await openAs(page, merchant, "/batches/import");
  await check(page, ...mixed);
  await expect(page.getByRole("heading", { name: /rows can't be imported/ })).toBeVisible();
  await expectSound(page, "bad rows");
});
