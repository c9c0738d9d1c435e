import { qrPathOf } from "@/lib/documents/qr-path";
import { makePerson } from "../support/store";
import { expect, test } from "../support/test";
import { unlockByKeyboard } from "../support/till-page";
import { PIN, pairBrowser, workAtTill } from "../support/till-requests";
import { chooseItem, openAs, signInAs } from "./page-actions";

test("an owner adds a device and a cashier, sees what was done there, and revokes the device", {
  tag: "@journey",
}, async ({ page, merchant, sql, tolerate }) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/settings/devices");
  await expect(page.getByText("No devices yet")).toBeVisible();
  await page.getByRole("button", { name: "Add device" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Front desk");
  await expect(dialog.getByLabel("Max deducted per day")).toBeHidden();
  await dialog.getByRole("button", { name: "Advanced" }).click();
  await dialog.getByLabel("Max deducted per day").fill("500");
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog.getByText("The password is required")).toBeVisible();
  await dialog.getByLabel("Your password").fill(merchant.password);
  await dialog.getByRole("button", { name: "Add device" }).click();
  await expect(dialog.getByText("Waiting for the device…")).toBeVisible();
  const shown = await dialog.getByLabel("Pairing code", { exact: true }).textContent();
  const scanned = qrPathOf(`${new URL(page.url()).origin}/till#code=${shown}`);
  const qrCode = dialog.getByRole("img", { name: /^QR code of .+\/till$/ });
  await expect(qrCode.locator("path")).toHaveAttribute("d", scanned.path);
  const till = await pairBrowser(shown ?? "");
  await expect(dialog.getByText("Paired with Unknown browser.")).toBeVisible();

  await dialog.getByRole("link", { name: "add a cashier" }).click();
  await expect(page).toHaveURL("/settings/cashiers?open=add");
  await dialog.getByLabel("Name").fill("Kim");
  await dialog.getByLabel("PIN", { exact: true }).fill("1234");
  await dialog.getByRole("button", { name: "Add cashier" }).click();
  await expect(dialog.getByText("The PIN is easy to guess")).toBeVisible();
  await dialog.getByLabel("PIN", { exact: true }).fill(PIN);
  await dialog.getByRole("button", { name: "Add cashier" }).click();
  await expect(page.getByText("Kim added")).toBeVisible();
  const [kim] = await sql`select id from cashiers where merchant_id = ${merchant.merchantId}`;
  await workAtTill(till, kim?.id);

  await page.goto("/reports?tab=tills");
  for (const name of [/by cashier$/, /by device$/]) {
    const row = page.getByRole("table", { name }).getByRole("row").nth(1);
    await expect(row).toContainText(/\$50\.00.*\$0\.00.*\$12\.34.*\$2\.34/);
  }
  await page.getByRole("button", { name: "View report 1 of Front desk" }).click();
  await expect(dialog).toContainText("Closed by Kim");
  await expect(dialog.getByRole("listitem")).toContainText(/Redeemed\$12\.341 transaction/);
  await page.goto("/transactions");
  await expect(page.getByRole("row", { name: /Redeemed/ })).toContainText("Kim");

  await page.goto("/settings/devices");
  const row = page.getByRole("row", { name: /Front desk/ });
  await expect(row).toContainText("$500.00 deducted per day");
  await chooseItem(page, "Actions for Front desk", "Revoke");
  await dialog.getByRole("button", { name: "Revoke device" }).click();
  await expect(page.getByText("No devices in use")).toBeVisible();
  const signIn = () => till("/sign-in", { cashierId: kim?.id, pin: PIN }).catch(String);
  await expect.poll(signIn).toMatch(/401/);
});

test("from a till that isn't paired, an owner makes this browser one; a wrong password or PIN changes nothing", async ({
  page,
  merchant,
  sql,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await signInAs(page, merchant);
  await page.goto("/till");
  await page.getByRole("link", { name: "Use this browser as a till" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Open till" });
  const pin = dialog.getByLabel("Your PIN at the till");
  const password = dialog.getByLabel("Your password");
  await pin.fill("1234");
  await password.fill("wrong");
  await submit.click();
  await expect(dialog.getByText("The PIN is easy to guess")).toBeVisible();
  await pin.fill(PIN);
  await submit.click();
  await expect(dialog.getByText("The password is incorrect")).toBeVisible();
  await password.fill(merchant.password);
  await submit.click();
  await expect(page).toHaveURL("/till");
  await unlockByKeyboard(page);
  const { merchantId } = merchant;
  const [made] = await sql`select
    (select count(*)::int from devices where merchant_id = ${merchantId}) as devices,
    (select count(*)::int from cashiers where merchant_id = ${merchantId}) as cashiers`;
  expect(made).toEqual({ devices: 1, cashiers: 1 });
});

test("managers change cashiers and revoke devices but pair none; viewers only look", async ({
  page,
  merchant,
}) => {
  const viewer = await makePerson(merchant, "viewer");
  await openAs(page, await makePerson(merchant, "manager"), "/settings/devices");
  await page.goto("/settings/devices?open=add");
  await expect(page).toHaveURL("/settings/devices");
  await expect(page.getByText("Owners can add one")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Add device|Use this browser)/ })).toHaveCount(0);
  await page.goto("/settings/cashiers?open=add");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kim");
  await dialog.getByLabel("PIN", { exact: true }).fill(PIN);
  await dialog.getByRole("button", { name: "Add cashier" }).click();
  await chooseItem(page, "Actions for Kim", "Change PIN");
  await dialog.getByLabel("New PIN", { exact: true }).fill("97531");
  await dialog.getByRole("button", { name: "Change PIN" }).click();
  await expect(page.getByText("Kim's PIN changed")).toBeVisible();
  await chooseItem(page, "Actions for Kim", "Deactivate");
  await dialog.getByRole("button", { name: "Deactivate cashier" }).click();
  await expect(page.getByText("No active cashiers")).toBeVisible();

  await openAs(page, viewer, "/settings/cashiers");
  await page.getByRole("link", { name: "Deactivated cashiers 1" }).click();
  await expect(page.getByRole("row", { name: /Kim/ })).toContainText("Deactivated");
  await expect(page.getByRole("button", { name: /Add cashier|Actions/ })).toHaveCount(0);
});
