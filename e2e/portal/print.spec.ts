import { batchWorker } from "@/lib/domain/batches/work";
import { expect, test } from "../support/test";
import { expectDialogAccessible } from "./a11y";
import { openAs } from "./page-actions";

test("before cards are printed, the dialog names the characters that can't be printed", async ({
  page,
  merchant,
  api,
  sql,
}) => {
  const { id } = (
    await api.post("/batches", {
      name: "Spring",
      currency: "USD",
      cardType: "physical",
      quantity: 1,
    })
  ).body;
  await batchWorker.runDue();
  await sql`update merchants set name = 'Søstrene 🧁 Καφέ 🫖' where id = ${merchant.merchantId}`;
  await openAs(page, merchant, `/batches/${id}`);
  await page.getByRole("button", { name: "Print", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("can't be printed. The cards leave them out: 🧁 🫖")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Download PDF (1 page)" })).toBeVisible();
  await expectDialogAccessible(page, "print");
});

test("a printed page is named by store, page and day, and its times are exact", async ({
  page,
  merchant,
  activeCard,
}) => {
  await activeCard({ amountCents: 500 });
  await openAs(page, merchant, "/transactions");
  const [printed, shown] = await page.evaluate(() => {
    window.dispatchEvent(new Event("beforeprint"));
    const { title } = document;
    window.dispatchEvent(new Event("afterprint"));
    return [title, document.title];
  });
  expect(printed).toMatch(/^.+ - Transactions - \d{4}-\d\d-\d\d$/);
  expect(shown).toBe("Transactions · Scrip");

  const time = page.locator("td time").first();
  await page.emulateMedia({ media: "print" });
  await expect(time.locator("span")).toBeHidden();
  const exact = await time.evaluate((element) => getComputedStyle(element, "::before").content);
  expect(exact).toBe(JSON.stringify(await time.getAttribute("title")));
});
