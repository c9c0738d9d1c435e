import type { Page } from "@playwright/test";
import type { Answer } from "../support/client";
import { expect, test } from "../support/test";
import { openAs } from "./page-actions";

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
    fill: (page) => page.getByLabel("Number of cards").fill("3"),
    button: "Create 3 cards",
    balances: [0, 0, 0, 1_000],
  },
];

/** Drops the first response to matching requests. Returns the Idempotency-Keys that were sent. */
async function loseFirstResponse(page: Page, url: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(url, async (route) => {
    const isFirst = keys.push(route.request().headers()["idempotency-key"]) === 1;
    const response = await route.fetch();
    if (isFirst) await route.abort("failed");
    else await route.fulfill({ response });
  });
  return keys;
}

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
    const keys = await loseFirstResponse(page, request);
    await openAs(page, merchant, at(card));
    await fill(page);
    const dialog = page.getByRole("dialog");
    // A double click sends one request, even on a page too busy to disable the button in between.
    await dialog.getByRole("button", { name: button }).evaluate((submit: HTMLElement) => {
      submit.click();
      submit.click();
    });
    await expect(dialog.getByRole("alert")).toContainText("Can't reach Scrip");
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
