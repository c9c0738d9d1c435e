import { expect, test } from "../webhooks/test";
import { openAs } from "./person";
import { expectSound } from "./sound";

test("a code is on no page until it is asked for; asking is audited, as text and as QR", async ({
  page,
  merchant,
  activeCard,
  sql,
}) => {
  test.slow();
  const { uuid, code } = await activeCard({ amountCents: 5_000 });
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) answers.push(await response.text().catch(() => ""));
  });
  await openAs(page, merchant, `/cards/${uuid}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText("+$50.00");
  expect(answers.join()).not.toContain(code);
  expect(await page.content()).not.toContain(code.slice(0, 9));

  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByText(code.replaceAll("-", " "))).toBeVisible();
  const qr = page.getByRole("img", { name: "The card's code as a QR code" });
  await expect(qr.locator("path")).toHaveAttribute("d", /^M4 4h1v1h-1z/);
  const [row] = await sql`select actor from audit_log
    where subject_id = ${uuid} and action = 'card.code_revealed'`;
  expect(row).toEqual({ actor: `user:${merchant.userId}` });
  await expectSound(page, "a shown code");

  await page.getByRole("button", { name: "Hide code" }).click();
  expect(await page.content()).not.toContain(code.replaceAll("-", " "));
});

test("a card is printed alone on its sheet, with all that its bearer needs", async ({
  page,
  merchant,
  activeCard,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-asked-to-print", "");
  });
  const { uuid, code } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  await openAs(page, merchant, `/cards/${uuid}`);
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-asked-to-print]")).toBeAttached();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const sheet = page.locator("[data-printed]");
  await expect(sheet).toContainText(`Store ${merchant.slug.slice("store-".length)}`);
  await expect(sheet).toContainText(code.replaceAll("-", " "));
  await expect(sheet).toContainText(/KWD\s12\.345/);
  await expect(sheet).toContainText("Can be spent until");
  await expect(sheet).toContainText(`/balance/${merchant.slug}`);
  await expect(sheet.getByRole("img")).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
});

test("a movement opens to who made it, in which request, and what each webhook got", async ({
  page,
  merchant,
  receiver,
  subscribe,
  activeCard,
  api,
}) => {
  test.slow();
  const { url } = await receiver((_request, response) => response.writeHead(503).end("not now"));
  const hook = await subscribe(url, ["card.debited", "card.disabled"]);
  const { uuid } = await activeCard({ amountCents: 5_000 });
  const debited = await api.post(`/cards/${uuid}/debit`, {
    amountCents: 1_200,
    note: "Two cakes",
    referenceId: "receipt-7",
  });
  const requestId = debited.headers.get("x-request-id") ?? "";
  await openAs(page, merchant, `/cards/${uuid}`);
  const history = page.getByRole("region", { name: "History" });
  const row = history.getByRole("listitem").filter({ hasText: "Two cakes" });
  await row.locator("summary").first().click();
  for (const text of [requestId, "Till A (API key)", "receipt-7", "card.debited"]) {
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(row.getByText("No webhook was subscribed to it.")).toBeVisible();
  const sent = row.locator("details details");
  await expect(async () => {
    await page.reload();
    await row.locator("summary").first().click();
    await expect(sent).toContainText(/Retrying.*1 attempt/, { timeout: 2_000 });
  }).toPass();
  await sent.locator("summary").click();
  await expect(sent.getByText("503", { exact: true })).toBeVisible();
  await expectSound(page, "an explained movement");
  await sent.getByRole("link", { name: "Open this delivery" }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${hook.id}\\?delivery=`));
  await expect(page.getByText("not now")).toBeVisible();
  await page.getByRole("button", { name: "All deliveries" }).click();
  await expect(page).toHaveURL(`/webhooks/${hook.id}`);
});

test("being created, assigned and disabled stand in the history with who did it", async ({
  page,
  merchant,
  api,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 3_840 });
  await api.post(`/cards/${uuid}/claim`, { email: "grace@example.com" });
  await api.post(`/cards/${uuid}/disable`, {});
  await openAs(page, merchant, `/cards/${uuid}`);
  const rows = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText("Disabled$38.40 became unusable");
  await expect(rows.nth(1)).toContainText("Assignedto grace@example.com");
  await expect(rows.nth(2)).toContainText("+$38.40");
  await expect(rows.nth(3)).toContainText("Createdby Till A (API key)");
  await rows.nth(0).locator("summary").click();
  await expect(rows.nth(0).getByText("card.disabled")).toBeVisible();
});
