import type { Page } from "@playwright/test";
import type { Answer } from "../support/client";
import { expect, test } from "../support/test";
import { loseFirstResponse, openAs } from "./person";

type Case = {
  name: string;
  at: (card: { uuid: string }) => string;
  request: string;
  fill: (page: Page) => Promise<void>;
  button: string;
  /** The expected balances of the store's cards afterwards, newest first. */
  balances: number[];
};

const CASES: Case[] = [
  {
    name: "a redemption",
    at: ({ uuid }) => `/cards/${uuid}`,
    request: "**/debit",
    fill: async (page) => {
      await page.getByRole("button", { name: "Redeem" }).click();
      await page.getByLabel("Amount").fill("3");
    },
    button: "Redeem $3.00",
    balances: [700],
  },
  {
    name: "new cards",
    at: () => "/cards?open=create",
    request: "**/api/portal/cards",
    fill: (page) => page.getByLabel("How many").fill("3"),
    button: "Create 3 cards",
    balances: [0, 0, 0, 1_000],
  },
  {
    name: "store credit",
    at: () => "/store-credit?open=issue",
    request: "**/api/v1/store-credit",
    fill: async (page) => {
      await page.getByLabel("Customer's e-mail address").fill("grace@example.com");
      await page.getByLabel("Amount").fill("30");
    },
    button: "Issue $30.00",
    balances: [3_000, 1_000],
  },
];

for (const { name, at, request, fill, button, balances } of CASES) {
  test(`a lost response to ${name} is sent again under the same key`, async ({
    page,
    merchant,
    api,
    activeCard,
    tolerate,
  }) => {
    tolerate(/ERR_FAILED/);
    const card = await activeCard({ amountCents: 1_000 });
    await openAs(page, merchant, "/transactions");
    const keys = await loseFirstResponse(page, request);
    await page.goto(at(card));
    await fill(page);
    const dialog = page.getByRole("dialog");
    // A double click sends one request.
    await dialog.getByRole("button", { name: button }).dblclick();
    await expect(dialog.getByRole("alert")).toContainText("can't be reached");
    const answered = page.waitForResponse(request);
    await dialog.getByRole("button", { name: button }).click();
    await answered;
    await expect(dialog.getByRole("alert")).toHaveCount(0);

    await expect
      .poll(async () => {
        const { cards } = (await api.get("/cards")).body;
        return cards.map(({ balanceCents }: Answer["body"]) => balanceCents);
      })
      .toEqual(balances);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
}
