import { writeOffExpired } from "@/lib/domain/cards/write-off";
import { operatorContext } from "@/lib/domain/people/operator";
import { expectStatus } from "@/lib/testing/api/expectations";
import { pdfPagesOf } from "@/lib/testing/pdf";
import { readCodeIn } from "@/lib/testing/read-code";
import { nameOf } from "../support/store";
import { expect, test } from "../webhooks/test";
import { openAs } from "./page-actions";

test("a card is used from creation to deactivation", { tag: "@journey" }, async ({
  page,
  merchant,
  api,
  tolerate,
}) => {
  tolerate(/status of 400/);
  await openAs(page, merchant, "/cards");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create card" }).click();
  await dialog.getByRole("button", { name: "Create card" }).click();
  await dialog.getByRole("link", { name: /Open/ }).click();
  await expect(page).toHaveURL(/\/cards\/[0-9a-f-]{36}$/);
  const address = page.url();

  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByLabel("Amount").fill("40,00");
  await page.getByLabel("Note").fill("Paid in cash");
  await page.getByLabel("Reference").fill("receipt-7");
  await page.getByRole("button", { name: "Activate with $40.00" }).click();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("+$40.00");
  await expect(history).toContainText("Paid in cash");

  await page.getByRole("button", { name: "Redeem" }).click();
  await page.getByLabel("Amount").fill("99");
  await dialog.getByRole("button", { name: "Redeem $99.00" }).click();
  await expect(dialog.getByRole("alert")).toContainText("is available");
  await page.getByLabel("Amount").fill("1.6");
  await page.getByLabel("Note").fill("Two croissants");
  await expect(page.getByText("Balance $40.00 − $1.60 = $38.40")).toBeVisible();
  await page.getByRole("button", { name: "Redeem $1.60" }).click();
  await expect(history).toContainText("Two croissants");

  await page.getByRole("button", { name: "Top up" }).click();
  await page.getByLabel("Amount").fill("2.50");
  await page.getByLabel("Reference").fill("receipt-8");
  await page.getByRole("button", { name: "Top up $2.50" }).click();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Topped up $2.50" });
  await toast.getByRole("link", { name: "Open transaction" }).click();
  await expect(page).toHaveURL(/\/transactions\?transaction=/);
  await expect(dialog).toContainText("receipt-8");
  await expect(toast).toHaveCount(0);
  await page.goto(address);

  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByLabel("Customer email").fill("grace@example.com");
  await page.getByRole("button", { name: "Assign card" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "grace@" })).toBeVisible();

  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(dialog).toContainText("What should happen to the $40.90 balance?");
  await dialog.getByRole("button", { name: "Deactivate card" }).click();
  await expect(dialog.getByRole("alert")).toContainText("to continue");
  const ending = /ending in (\S+)/.exec(await dialog.getByRole("heading").innerText())?.[1] ?? "";
  await dialog.getByLabel(/to confirm$/).fill(ending);
  await dialog.getByRole("button", { name: "Deactivate card" }).click();
  await expect(page.getByText("This card was permanently deactivated")).toBeVisible();
  await page.getByRole("button", { name: "Write off $40.90" }).click();
  await dialog.getByLabel(/to confirm$/).fill(ending);
  await dialog.getByRole("button", { name: "Write off $40.90" }).click();
  await expect(history).toContainText("Written off");
  await expect(page.getByRole("button", { name: "Redeem" })).toHaveCount(0);
  const { body } = await api.get(`/cards/${address.split("/").at(-1)}`);
  expect(body).toMatchObject({
    status: "disabled",
    balanceCents: 0,
    ownerEmail: "grace@example.com",
  });
  const amounts = body.transactions.map(({ amountCents }: { amountCents: number }) => amountCents);
  expect(amounts).toEqual([4_090, 250, 160, 4_000]);
});

test("on a card's page, a redemption is refunded and reversed, and the date, note and email are looked after", {
  tag: "@journey",
}, async ({ page, merchant, activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 4_000 });
  await api.post(`/cards/${uuid}/claim`, { email: `ada-${uuid}@example.com` });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 2_000, note: "Two cakes" });
  await openAs(page, merchant, `/cards/${uuid}`);
  const [dialog, history] = [
    page.getByRole("dialog"),
    page.getByRole("region", { name: "History" }),
  ];
  const row = history.getByRole("listitem").filter({ hasText: "Two cakes" });
  await row.locator("summary").first().click();
  await row.getByRole("button", { name: "Refund" }).click();
  await dialog.getByLabel("Amount").fill("5");
  await dialog.getByRole("button", { name: "Refund $5.00" }).click();
  await expect(history).toContainText("+$5.00");
  await expect(row.getByText("$15.00")).toBeVisible();
  await expect(row.getByRole("button", { name: "Reverse" })).toHaveCount(0);
  const refund = history.getByRole("listitem").filter({ hasText: "+$5.00" }).first();
  await refund.locator("summary").first().click();
  await refund.getByRole("button", { name: "Reverse" }).click();
  await dialog.getByRole("button", { name: "Reverse $5.00" }).click();
  await expect(history).toContainText("−$5.00");
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(2_000);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("Expiration date").fill("2020-01-31");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Choose today or a later date");
  await dialog.getByLabel("Expiration date").fill("2099-01-31");
  await dialog.getByLabel("Note").fill("Ask for ID");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "Ask for ID" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Jan 31, 2099" })).toBeVisible();
  expect((await api.get(`/cards/${uuid}`)).body.expiresOn).toBe("2099-01-31");

  await page.getByRole("button", { name: "Email card" }).click();
  await dialog.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByText("Emailed just now", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show code" }).click();
  await page.reload();
  for (const change of [
    /Code viewed\s*by /,
    /Emailed again\s*to ada-.* by /,
    /Note changed\s*by /,
    /Expiration changed\s*from .* to Jan 31, 2099 · by /,
  ]) {
    await expect(history).toContainText(change);
  }
});

test("an unsold card is voided by typing its last four", async ({ page, merchant, api }) => {
  const { body: card } = await api.post("/cards", { currency: "USD", cardType: "physical" });
  const last4 = card.code.slice(-4);
  await openAs(page, merchant, `/cards/${card.uuid}`);
  await page.getByRole("button", { name: "Void" }).click();
  const dialog = page.getByRole("dialog", { name: `Void the card ending in ${last4}` });
  await dialog.getByRole("button", { name: "Void card" }).click();
  await expect(dialog.getByRole("alert")).toContainText("to continue");
  await dialog.getByLabel(/to confirm$/).fill(last4);
  await dialog.getByRole("button", { name: "Void card" }).click();
  await expect(page.getByText(`Card ending in ${last4} voided`)).toBeVisible();
  await expect(page.getByText("This card was permanently deactivated.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Activate|Void/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "History" })).toContainText("Deactivated");
});

test("a code is on no page until it is asked for", async ({ page, merchant, activeCard }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-asked-to-print", "");
  });
  const { uuid, code } = await activeCard({ amountCents: 12_345, currency: "KWD" });
  const responses: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/")) responses.push(await response.text().catch(() => ""));
  });
  await openAs(page, merchant, `/cards/${uuid}`);
  await expect(page.getByRole("region", { name: "History" })).toContainText(/\+KWD\s12\.345/);
  expect(responses.join()).not.toContain(code);
  expect(await page.content()).not.toContain(code.slice(0, 9));

  await page.getByRole("button", { name: "Show code" }).click();
  await expect(page.getByText(code.replaceAll("-", " "))).toBeVisible();
  const qr = page.getByRole("img", { name: "QR code for this card" });
  await expect(qr.locator("path")).toHaveAttribute("d", /^M4 4h7v1h-7z/);
  await page.getByRole("button", { name: "Hide code" }).click();
  expect(await page.content()).not.toContain(code.replaceAll("-", " "));

  await page.getByRole("button", { name: "Print card" }).click();
  await expect(page.locator("body[data-asked-to-print]")).toBeAttached();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const sheet = page.locator("[data-printed]");
  for (const text of [
    nameOf(merchant),
    code.replaceAll("-", " "),
    /KWD\s12\.345/,
    "Valid through",
    `/balance/${merchant.slug}`,
  ]) {
    await expect(sheet).toContainText(text);
  }
  await expect(sheet.getByRole("img", { name: "QR code" })).toBeVisible();
  await expect(sheet.getByRole("img", { name: "Barcode" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();

  // Printing ends with the event that removes the sheet.
  const [paper] = await pdfPagesOf(new Uint8Array(await page.pdf({ format: "A4" })));
  const drawing = await paper?.draw(200);
  const read = (left: number, right: number) =>
    drawing && readCodeIn(drawing.cut({ left, top: 0, right, bottom: 100 }));
  expect(await read(130, 210)).toBe(code);
  expect(await read(0, 120)).toBe(code.replaceAll("-", ""));
});

test("a long history loads more", async ({ page, merchant, api, activeCard }) => {
  const { uuid } = await activeCard({ amountCents: 10_000 });
  for (let index = 0; index < 22; index++) {
    await api.post(`/cards/${uuid}/debit`, { amountCents: 100, referenceId: `receipt-${index}` });
  }
  await api.post(`/cards/${uuid}/claim`, { email: "grace@example.com" });
  await api.post(`/cards/${uuid}/disable`, {});
  await openAs(page, merchant, `/cards/${uuid}`);
  const history = page.getByRole("region", { name: "History" });
  const rows = history.getByRole("listitem");
  await expect(history.getByText("23 transactions")).toBeVisible();
  await expect(history.getByRole("heading", { level: 3 })).not.toHaveCount(0);
  // 20 transactions and 2 other changes.
  await expect(history.locator("summary")).toHaveCount(22);
  await history.getByRole("button", { name: "Load more" }).click();
  await expect(history.locator("summary")).toHaveCount(26);

  await expect(rows.first()).toContainText("Deactivated$78.00 became unusable");
  await expect(rows.nth(1)).toContainText("Assignedto grace@example.com");
  await expect(rows.last()).toContainText("Createdby Till A (API key)");
  await rows.nth(2).locator("summary").press("Enter");
  await expect(history.getByText("receipt-21")).toBeVisible();
  await expect(history.getByRole("definition").getByText("Till A (API key)")).toBeVisible();
});

test("transactions link to deliveries", async ({ page, merchant, api, connect, attemptedOnce }) => {
  const { id, uuid } = await connect((_request, response) =>
    response.writeHead(503).end("not now"),
  );
  const debited = await api.post(`/cards/${uuid}/debit`, {
    amountCents: 200,
    note: "Two cakes",
    referenceId: "receipt-7",
  });
  const requestId = debited.headers.get("x-request-id") ?? "";
  await attemptedOnce(id);
  await openAs(page, merchant, `/cards/${uuid}`);
  const history = page.getByRole("region", { name: "History" });
  const row = history.getByRole("listitem").filter({ hasText: "Two cakes" });
  await row.locator("summary").first().click();
  for (const text of [requestId, "Till A (API key)", "receipt-7", "card.debited"]) {
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(row.getByText("No webhook was subscribed to this event.")).toBeVisible();
  const sent = row.locator("details details");
  await expect(sent).toContainText(/Retrying.*1 attempt/);
  await sent.locator("summary").click();
  await expect(sent.getByText("503", { exact: true })).toBeVisible();
  await sent.getByRole("link", { name: "Open delivery" }).click();
  await expect(page).toHaveURL(new RegExp(`/webhooks/${id}\\?delivery=`));
  await expect(page.getByText("not now")).toBeVisible();
  await page.getByRole("button", { name: "All deliveries" }).click();
  await expect(page).toHaveURL(`/webhooks/${id}`);
});

test("an expired card is shown as expired", async ({ page, merchant, activeCard, api, sql }) => {
  const { uuid } = await activeCard({ amountCents: 700 });
  const credit = { email: "ada@example.com", amountCents: 300, currency: "USD" };
  expectStatus(await api.post("/store-credit", credit), 200);
  await sql`update cards set expires_on = current_date - 3 where merchant_id = ${merchant.merchantId}`;
  await activeCard({ amountCents: 900 });

  await openAs(page, merchant, "/overview");
  const cards = page.getByRole("region", { name: "Cards" });
  await expect(cards.getByRole("link", { name: /^Active/ })).toContainText("1");
  await cards.getByRole("link", { name: /^Expired/ }).click();
  await expect(page).toHaveURL("/cards?status=expired");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove filter: Status: Expired" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: "Active", exact: true })
    .click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await expect(page.getByRole("table")).not.toContainText("Expired");

  await page.goto("/store-credit");
  await expect(page.getByRole("row").nth(1)).toContainText("Expired");

  await page.goto(`/cards/${uuid}`);
  await expect(page.getByText(/This card expired on .* with a balance of \$7\.00/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Redeem" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Top up" })).toBeEnabled();
  await expect(page.getByText("Active", { exact: true })).toHaveCount(0);
  await writeOffExpired(operatorContext(merchant.merchantId), { cardIds: [uuid] });
  await page.reload();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText(/Written off.*−\$7\.00/);
  await expect(history).not.toContainText("Redeemed");
  await expect(page.getByText("with no balance left")).toBeVisible();
});
