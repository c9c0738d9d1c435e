import { makePerson } from "../support/store";
import { expectLoaded, signInAs } from "./page-actions";
import { expect, test } from "./seeded-store";

test("a viewer sees all and is offered no change", async ({ page, seededStore, tolerate }) => {
  tolerate(/status of 403/);
  const { cards, batch, customer, webhooks, viewer } = seededStore;
  await signInAs(page, viewer);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const visit = async (path: string) => {
    await page.goto(path);
    await expectLoaded(page);
  };
  await test.step("cards", async () => {
    await visit(`/cards/${cards.active.uuid}`);
    await expect(page.getByRole("region", { name: "History" })).toContainText("Two cakes");
    await expect(button(/Redeem|Top up|Assign|Deactivate|Show code|Print card/)).toHaveCount(0);
    expect(await page.content()).not.toContain(cards.active.code);
    await visit("/cards?open=create");
    await expect(page.getByRole("table", { name: "Cards" })).toBeVisible();
    await expect(page).toHaveURL("/cards");
    await expect(button("Create card")).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Select all on this page" }).click();
    const bar = page.getByRole("region", { name: "Selected cards" });
    await expect(bar.getByRole("button")).toHaveText(["Clear selection", "Export"]);
  });
  await test.step("batches", async () => {
    await visit(`/batches/${batch}`);
    await expect(page.getByText("1–12 of 12")).toBeVisible();
    await expect(button(/^Activate|Export codes|^Print$|More actions/)).toHaveCount(0);
    await visit("/batches?open=create");
    await expect(page.getByRole("row", { name: /Spring/ })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await visit("/batches/import");
    await expect(page.getByText("Only owners and managers can import cards")).toBeVisible();
  });
  await test.step("customers and store credit", async () => {
    await visit(`/customers/${customer}`);
    await expect(page.getByRole("region", { name: "Customer details" })).toContainText("$");
    await expect(button(/Issue|Assign|Edit/)).toHaveCount(0);
    await visit("/store-credit?open=issue");
    await expect(page.getByRole("row", { name: /aaaa/ }).first()).toContainText(/KWD.123\.456/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button("Issue store credit")).toHaveCount(0);
  });
  await test.step("transactions", async () => {
    await visit("/transactions");
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  });
  await test.step("webhooks, whose log is denied", async () => {
    await visit("/webhooks");
    await expect(page.getByRole("row", { name: /Active|Retrying/ }).first()).toBeVisible();
    await expect(button("Create webhook")).toHaveCount(0);
    await visit(`/webhooks/${webhooks.failing}`);
    const denied = page.getByRole("alert").filter({ hasText: "You don't have permission" });
    await expect(denied).toContainText("Ask a store owner");
    await expect(denied.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Last 24 hours" })).toBeVisible();
    await expect(button(/Edit|Send|Show secret|Rotate/)).toHaveCount(0);
  });
  await test.step("reports", async () => {
    await visit("/reports?tab=reconciliation");
    const row = page.getByRole("row").filter({ hasText: cards.credited.code.slice(-4) });
    await expect(row).toContainText("Credited in the shop");
    await expect(button(/Settle|Compare/)).toHaveCount(0);
    await visit("/reports?tab=breakage");
    await expect(page.getByText("Only store owners can write it off.")).toBeVisible();
    await expect(button(/Write off/)).toHaveCount(0);
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
  await test.step("settings", async () => {
    await visit("/settings/api-keys");
    await expect(page.getByRole("row", { name: /Till A/ }).first()).toContainText("Active");
    await expect(button(/Create key|Actions for/)).toHaveCount(0);
    await visit("/settings/store");
    const settings = page.getByRole("region", { name: "Store settings" });
    await expect(settings).toContainText("60 months after the last top-up");
    await expect(settings.getByRole("button")).toHaveCount(0);
    await expect(settings.getByRole("textbox")).toHaveCount(0);
    await visit("/settings/team");
    await expect(page.getByRole("row", { name: /A viewer.*You.*Viewer/ })).toBeVisible();
    await expect(button(/Invite|Change/)).toHaveCount(0);
    await visit("/settings/audit-log");
    await expect(page.getByText("You don't have permission")).toBeVisible();
    await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
    await expect(page.getByLabel("Who")).toHaveCount(0);
  });
  await test.step("overview and palette", async () => {
    for (const path of ["/customers", "/reports", "/settings", "/settings/security", "/overview"]) {
      await visit(path);
    }
    await expect(page.getByRole("region", { name: "Outstanding balance" })).toContainText("$");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("option", { name: "Transactions" })).toBeVisible();
    await expect(page.getByRole("option", { name: /Create|Add|Issue|Invite/ })).toHaveCount(0);
  });
});

test("a manager is offered what a manager may do", async ({ page, merchant, seededStore }) => {
  const { manager, viewer, shopAddress } = seededStore;
  await signInAs(page, manager);
  await page.goto("/settings/audit-log");
  await expect(page.getByRole("button", { name: "Signed in" }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: "Create card" })).toBeVisible();
  await expect(page.getByRole("option", { name: /Invite/ })).toHaveCount(0);
  await page.goto("/reports?tab=breakage");
  await expect(page.getByText("Only store owners can write it off.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Write off/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);

  for (const person of [manager, viewer]) {
    await signInAs(page, person);
    await page.goto("/settings/integrations");
    const connection = page.getByRole("region", { name: "A shop", exact: true });
    await expect(connection).toContainText(shopAddress);
    await expect(connection.getByRole("button")).toHaveCount(0);
  }
  await signInAs(page, await makePerson(merchant, "viewer"));
  await page.goto("/settings/integrations");
  await expect(page.getByText("Only owners can connect an online shop.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Connect/ })).toHaveCount(0);
  await page.goto("/overview");
  await expect(page.getByRole("region", { name: "Ledger" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sell in person" })).toHaveCount(0);

  await signInAs(page, merchant);
  await page.goto("/cards");
  await expectLoaded(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: /Invite/ }).click();
  await expect(page.getByRole("dialog", { name: /Invite/ })).toBeVisible();
  await expect(page).toHaveURL("/settings/team?open=invite");
});
