import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";
import { expectLoaded, openAs } from "./person";

const find = "Find or do anything";

/** Opens the palette by its keys; what was typed before it is there would not be lost either. */
async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: find });
  await expect(input).toBeFocused();
  return input;
}

test("the palette opens by its keys from a field too, and from a phone; it is loaded when asked for, and what is typed meanwhile is not lost", async ({
  page,
  merchant,
  activeCard,
}) => {
  test.slow();
  await test.step("loaded when it is asked for", async () => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await openAs(page, merchant, "/cards");
    const before = scripts.length;
    await openPalette(page);
    expect(scripts.length).toBeGreaterThan(before);
  });

  await test.step("typed while it is on its way", async () => {
    await openAs(page, merchant, "/cards");
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/_next/static/chunks/**", async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("gtr");
    letThrough();
    await expect(page.getByRole("combobox", { name: find })).toHaveValue("gtr");
    await expect(page).toHaveURL("/cards");
  });

  await test.step("keys and words", async () => {
    await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/cards");
    await page.keyboard.press("/");
    await expect(page.locator("[data-search]")).toBeFocused();
    const palette = page.getByRole("dialog", { name: find });
    await openPalette(page);
    await page.keyboard.type("trans");
    await expect(palette.getByRole("option")).toHaveText([/Transactions/]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/transactions");
    await expect(palette).toHaveCount(0);

    await expectLoaded(page);
    await page.keyboard.press("Meta+k");
    await expect(palette).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
  });

  await test.step("the phone's header", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, merchant, "/cards");
    await page.getByRole("button", { name: find }).click();
    await expect(page.getByRole("combobox", { name: find })).toBeFocused();
  });
});

test("the palette finds a card by code, id and last four, a customer by the beginning of the address, and says what is absent; a code stands in no address", async ({
  page,
  merchant,
  activeCard,
  tolerate,
  anotherStore,
}) => {
  test.slow();
  await test.step("a code", async () => {
    const { uuid, code } = await activeCard({ amountCents: 1_234 });
    await openAs(page, merchant, "/transactions");
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
    await page.getByRole("button", { name: find }).click();
    await expect(page.getByRole("combobox", { name: find })).toBeFocused();
    await page.keyboard.type(code.toLowerCase().replaceAll("-", " "));
    const option = page.getByRole("option", { name: `Card ending in ${code.slice(-4)}` });
    await expect(option).toContainText("$12.34");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/cards/${uuid}`);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      expect(address.toUpperCase().replace(/[\s+-]/g, "")).not.toContain(code.replaceAll("-", ""));
    }
  });

  await test.step("an id, and what is absent", async () => {
    const { merchant, activeCard } = await anotherStore();
    tolerate(/status of 404/);
    const { uuid } = await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/transactions");
    const input = await openPalette(page);
    await input.fill(uuid);
    await expect(page.getByRole("option", { name: /Card ending in/ })).toContainText("$5.00");
    await input.fill(crypto.randomUUID());
    await expect(page.getByText("No card of this store has that id.")).toBeVisible();
    await input.fill("2222 2222 2222 2223");
    await expect(page.getByText("No card of this store has that code.")).toBeVisible();
  });

  await test.step("last four and address", async () => {
    const { merchant, activeCard, api } = await anotherStore();
    const { uuid, code } = await activeCard({ amountCents: 700 });
    await api.post("/store-credit", {
      email: "grace.hopper@example.com",
      amountCents: 500,
      currency: "USD",
    });
    await openAs(page, merchant, "/transactions");
    const input = await openPalette(page);
    await input.fill(code.slice(-4).toLowerCase());
    await expect(page.getByRole("option", { name: /Card ending in/ })).toContainText("$7.00");
    await input.fill("grace.h");
    await expect(page.getByRole("option", { name: "grace.hopper@example.com" })).toBeVisible();
    await input.fill("nobody@example.com");
    await expect(page.getByText("Nothing goes by that name")).toBeVisible();
    await input.fill(code.slice(-4));
    await page.getByRole("option", { name: /Card ending in/ }).click();
    await expect(page).toHaveURL(`/cards/${uuid}`);
  });

  await test.step("only the last words typed are searched for", async () => {
    const { merchant, activeCard } = await anotherStore();
    const { uuid } = await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/transactions");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    });
    await (await openPalette(page)).pressSequentially(uuid, { delay: 5 });
    await expect(page.getByRole("option", { name: /Card ending in/ })).toBeVisible();
    expect(asked.filter((url) => url.includes("/cards/"))).toEqual([
      expect.stringContaining(`/api/v1/cards/${uuid}`),
    ]);
  });

  await test.step("a search that fails", async () => {
    const { merchant, activeCard } = await anotherStore();
    tolerate(/status of 500/);
    const { uuid } = await activeCard({ amountCents: 500 });
    await openAs(page, merchant, "/transactions");
    await page.route(`**/api/v1/cards/${uuid}`, (route) =>
      route.fulfill({
        status: 500,
        json: { error: "internal_error", message: "It went wrong.", requestId: "req_palette" },
      }),
    );
    await (await openPalette(page)).fill(uuid);
    const alert = page.getByRole("alert").filter({ hasText: "couldn't be searched" });
    await expect(alert).toContainText("req_palette");
    await page.unroute(`**/api/v1/cards/${uuid}`);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("option", { name: /Card ending in/ })).toBeVisible();
  });
});

test("the palette opens dialogs on their pages, where a reload keeps them and going back closes them, offers visited pages again, and changes the theme", async ({
  page,
  merchant,
  activeCard,
}) => {
  test.slow();
  await test.step("create cards", async () => {
    await openAs(page, merchant, "/transactions");
    await openPalette(page);
    await page.keyboard.type("create card");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create cards" });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL("/cards?open=create");
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/cards");

    await page.getByRole("button", { name: "Create cards" }).first().click();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL("/cards?open=create");
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/cards");
  });

  await test.step("store credit", async () => {
    await openAs(page, merchant, "/transactions");
    await openPalette(page);
    await page.keyboard.type("issue");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Issue store credit" });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/store-credit");
  });

  await test.step("visited pages", async () => {
    const { uuid, code } = await activeCard({ amountCents: 500 });
    await openAs(page, merchant, `/cards/${uuid}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(code.slice(-4));
    await page.goto("/transactions");
    await expectLoaded(page);
    await openPalette(page);
    await page.getByRole("option", { name: `Card ending in ${code.slice(-4)}` }).click();
    await expect(page).toHaveURL(`/cards/${uuid}`);
  });

  await test.step("the theme", async () => {
    await openAs(page, merchant, "/cards");
    await openPalette(page);
    await page.keyboard.type("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "account and theme" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  });
});
