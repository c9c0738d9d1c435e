import { expect, test } from "../webhooks/test";
import { choose, chooseItem, openAs } from "./page-actions";

test("the first webhook is created", { tag: "@journey" }, async ({
  page,
  merchant,
  receiver,
  activeCard,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const { url, received } = await receiver();
  await openAs(page, merchant, "/webhooks");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("A balance changed, for any reason")).toBeVisible();
  const create = dialog.getByRole("button", { name: "Create webhook" });
  const endpoint = dialog.getByLabel("Endpoint URL");

  await endpoint.fill("http://example.com/hook");
  await create.click();
  await expect(dialog.getByText(/starts with https:.*scrip listen/)).toBeVisible();
  await endpoint.fill("https://user:word@example.com/hook");
  await create.click();
  await expect(endpoint).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("The URL must not contain a username or password.")).toBeVisible();
  await endpoint.fill(url);
  await dialog.getByLabel("card.activated").check();
  await create.click();

  await expect(dialog.getByRole("textbox", { name: "Signing secret" })).toHaveValue(/^whsec_/);
  await expect(dialog.getByText("The X-Service-Signature header is the hex")).toBeVisible();
  const sample = dialog.getByRole("tabpanel").locator("code");
  await expect(sample).toContainText("timingSafeEqual");
  await expect(sample).toContainText("x-service-signature");
  for (const [tab, part] of [
    ["Python", "compare_digest"],
    ["PHP", "hash_equals"],
    ["curl", url],
  ] as const) {
    await dialog.getByRole("tab", { name: tab }).click();
    await expect(sample).toContainText(part);
    await expect(sample).toContainText("X-Service-Signature");
  }
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await page.getByRole("link", { name: "Open webhook" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");

  await activeCard({ amountCents: 500 });
  await expect.poll(() => received.length).toBe(2);
  const delivered = page.getByRole("region", { name: "Deliveries" }).getByText("Delivered");
  await expect(delivered.first()).toBeVisible();
});

test("a delivery opens, and can be resent", async ({ page, merchant, connect, debit }) => {
  const { received, status, id, uuid } = await connect((_request, response) =>
    response.writeHead(503).end("<b>database is down</b>"),
  );
  await debit(uuid, 300);
  await expect.poll(() => received.length).toBe(1);
  await openAs(page, merchant, `/webhooks/${id}`);
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByText("Retrying", { exact: true })).toBeVisible();

  await deliveries.locator("summary").first().press("Enter");
  await expect(deliveries.getByText("503", { exact: true })).toBeVisible();
  await expect(deliveries.getByText("<b>database is down</b>")).toBeVisible();
  await expect(deliveries.getByText("X-Service-Signature:")).toBeVisible();
  const body = received[0]?.body ?? "{}";
  await expect(deliveries.locator("code")).toHaveText(JSON.stringify(JSON.parse(body), null, 2));
  await expect(deliveries.getByRole("link", { name: uuid })).toBeVisible();

  status(200);
  await deliveries.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]?.body).toBe(received[0]?.body);
  await expect(deliveries.getByText("200", { exact: true })).toBeVisible();
  await expect(deliveries.getByText("Next attempt")).toHaveCount(0);
});

test("the delivery log is filtered in the URL", async ({ page, merchant, connect, debit, sql }) => {
  const { id, uuid } = await connect();
  await debit(uuid, 1, 1, 1);
  const delivered = () => sql`select id from webhook_deliveries
    where webhook_id = ${id} and status = 'delivered' order by id desc`;
  await expect.poll(delivered).toHaveLength(3);
  const [resent] = await delivered();
  await sql`update webhook_deliveries set status = 'failed', delivered_at = settled_at,
    last_error = 'Your endpoint responded with 500 after 12 ms.' where id = ${resent?.id}`;
  await sql`update webhooks set failing_since = now() - interval '1 hour' where id = ${id}`;

  await openAs(page, merchant, `/webhooks/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");
  await expect(page.getByRole("region", { name: "Missed events" })).toHaveCount(0);
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  const rows = deliveries.getByRole("listitem");
  await deliveries.getByRole("link", { name: "Failed 1" }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Resend failed");
  await expect(rows).toContainText(
    /Delivered just now · 1 attempt · Your endpoint responded with 500/,
  );
  await page.reload();
  await expect(rows).toHaveCount(1);
  await deliveries.getByRole("link", { name: "Held 0" }).click();
  await deliveries.getByRole("button", { name: "Show all" }).click();
  await expect(rows).toHaveCount(3);
});

test("a webhook is edited, off, then deleted", async ({ page, merchant, receiver, subscribe }) => {
  const { url } = await receiver();
  const { id } = await subscribe(url);
  await openAs(page, merchant, `/webhooks/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Endpoint URL").fill(`${url}/moved`);
  await dialog.getByLabel("card.disabled").check();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(heading).toContainText("/hook/moved");
  await expect(page.getByRole("region", { name: "Settings" })).toContainText("card.disabled");

  const retries = page.getByRole("region", { name: "Retries" });
  await expect(retries).toContainText("Retried after 1, 5 and 30 minutes");
  await retries.getByRole("button", { name: "Edit retries" }).click();
  await dialog.getByRole("radio", { name: "About 3 days" }).check();
  await choose(page, dialog.getByLabel("Minimum time before disabling"), "24 hours");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(retries).toContainText("Retried for about 3 days");
  await expect(retries).toContainText("in a row and at least 24 hours of failures");

  await chooseItem(page, "More actions", "Turn off");
  await expect(dialog).toContainText("New events are held for 30 days");
  await dialog.getByRole("button", { name: "Turn off webhook" }).click();
  await expect(heading).toContainText("Off");
  const off = page.getByRole("region", { name: "Turned off" });
  await expect(off).toContainText(/Turned off just now by .+\. New events are held/);
  await expect(page.getByText("What went wrong")).toHaveCount(0);

  await chooseItem(page, "More actions", "Delete");
  const shown = `${url.replace("https://", "")}/moved`;
  for (const typed of ["localhost", shown]) {
    await dialog.getByLabel(/to confirm$/).fill(typed);
    await dialog.getByRole("button", { name: "Delete webhook" }).click();
    if (typed !== shown) await expect(dialog.getByText(`Type ${shown} to continue.`)).toBeVisible();
  }
  await expect(page.getByText(`Webhook to ${shown} deleted`)).toBeVisible();
  await expect(page).toHaveURL("/webhooks");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
});

test("a signing secret is rotated", async ({ page, merchant, receiver, subscribe }) => {
  const { url } = await receiver();
  const { id, secret } = await subscribe(url);
  await openAs(page, merchant, `/webhooks/${id}`);
  const panel = page.getByRole("region", { name: "Signing secret" });
  const click = (name: string) => panel.getByRole("button", { name }).click();
  const value = (name: string) => panel.getByRole("textbox", { name });
  await click("Show secret");
  await expect(value("Signing secret")).toHaveValue(secret);
  await click("Hide");
  await expect(panel.getByRole("textbox")).toHaveCount(0);

  const dialog = page.getByRole("dialog");
  await click("Rotate secret");
  await expect(dialog).toContainText("The current secret keeps signing until you switch");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(panel.getByRole("button", { name: "Rotate secret" })).toBeVisible();
  await click("Rotate secret");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  const next = await dialog.getByRole("textbox", { name: "New secret" }).inputValue();
  expect(next).not.toBe(secret);
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  const warning = panel.getByText("Your server needs the new one first");
  await expect(panel.getByText("New secret ready")).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.reload();
  await expect(warning).toBeVisible();
  await click("Show secret");
  await expect(value("Current secret")).toHaveValue(secret);
  await expect(value("New secret")).toHaveValue(next);
  await expect(warning).toHaveCount(0);

  await click("Use new secret");
  await expect(dialog).toContainText("The current secret stops signing immediately");
  await dialog.getByRole("button", { name: "Not yet" }).click();
  await expect(value("Current secret")).toHaveValue(secret);
  await click("Use new secret");
  await dialog.getByRole("button", { name: "Use new secret" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole("button", { name: "Rotate secret" })).toBeVisible();
  await click("Show secret");
  await expect(value("Signing secret")).toHaveValue(next);

  await click("Rotate secret");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await click("Keep current secret");
  await expect(page.getByText("Current secret kept")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Rotate secret" })).toBeVisible();
});
