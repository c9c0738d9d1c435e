import { expect, test } from "../webhooks/test";
import { openAs } from "./person";

test("the first webhook is made with its events explained, and its secret is shown with a sample", async ({
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
  await expect(dialog.getByText("Any change of a balance, whatever caused it")).toBeVisible();
  const create = dialog.getByRole("button", { name: "Create webhook" });

  await dialog.getByLabel("Endpoint URL").fill("http://example.com/hook");
  await create.click();
  await expect(dialog.getByText("has to begin with https://")).toBeVisible();
  await dialog.getByLabel("Endpoint URL").fill("https://user:word@example.com/hook");
  await create.click();
  await expect(dialog.getByLabel("Endpoint URL")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("The URL must not hold credentials.")).toBeVisible();
  await dialog.getByLabel("Endpoint URL").fill(url);
  await dialog.getByLabel("card.activated").check();
  await create.click();

  await expect(dialog.getByRole("textbox", { name: "Signing secret" })).toHaveValue(/^whsec_/);
  await expect(dialog.getByText("The header X-Service-Signature is the hex")).toBeVisible();
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
  await dialog.getByRole("link", { name: "Open webhook" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");

  await activeCard({ amountCents: 500 });
  await expect.poll(() => received.length).toBe(2);
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByText("Delivered", { exact: true })).toHaveCount(2, {
    timeout: 15_000,
  });
});

test("a delivery opens to its attempts, the answer and what was sent, and is delivered by resending; the log's filter lives in the address; one that had arrived stays so", async ({
  page,
  merchant,
  connect,
  debit,
  sql,
}) => {
  test.slow();
  await test.step("attempts, and resending", async () => {
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
    await expect(deliveries.locator("code")).toHaveText(received[0]?.body ?? "nothing arrived");
    await expect(deliveries.getByRole("link", { name: uuid })).toBeVisible();

    status(200);
    await deliveries.getByRole("button", { name: "Resend" }).click();
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    await expect(deliveries.getByText("200", { exact: true })).toBeVisible({ timeout: 15_000 });
    await expect(deliveries.getByText("Next attempt")).toHaveCount(0);
  });

  await test.step("the log's filter", async () => {
    const { received, id, uuid } = await connect();
    await debit(uuid, 1, 1, 1);
    await expect.poll(() => received.length).toBe(3);
    await expect
      .poll(
        () => sql`select from webhook_deliveries where webhook_id = ${id} and status = 'delivered'`,
      )
      .toHaveLength(3);
    await sql`update webhook_deliveries set status = 'failed', last_error = 'No answer.'
      where id = (select id from webhook_deliveries where webhook_id = ${id} limit 1)`;
    await openAs(page, merchant, `/webhooks/${id}`);
    const deliveries = page.getByRole("region", { name: "Deliveries" });
    await deliveries.getByRole("button", { name: "Failed 1" }).click();
    await expect(page).toHaveURL(/status=failed/);
    await expect(deliveries.getByRole("listitem")).toHaveCount(1);
    await page.reload();
    await expect(deliveries.getByRole("listitem")).toHaveCount(1);
    await deliveries.getByRole("button", { name: "Held 0" }).click();
    await deliveries.getByRole("button", { name: "Show all" }).click();
    await expect(deliveries.getByRole("listitem")).toHaveCount(3);
  });

  await test.step("a resending that fails", async () => {
    const { received, id, uuid } = await connect();
    await debit(uuid, 1);
    await expect.poll(() => received.length).toBe(1);
    const status = async () =>
      (await sql`select status from webhook_deliveries where webhook_id = ${id}`)[0]?.status;
    await expect.poll(status).toBe("delivered");
    await sql`update webhook_deliveries set status = 'failed', delivered_at = settled_at,
      last_error = 'Your endpoint answered 500 after 12 ms.' where webhook_id = ${id}`;
    await sql`update webhooks set failing_since = now() - interval '1 hour' where id = ${id}`;

    await openAs(page, merchant, `/webhooks/${id}`);
    const row = page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
    await expect(row).toContainText("Resend failed");
    await expect(row).toContainText(/delivered just now · 1 attempt · Your endpoint answered 500/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");
    await expect(page.getByRole("region", { name: "Missed events" })).toHaveCount(0);
  });
});

test("a webhook is edited, switched off with what that means, and deleted by typing where it leads; a secret is shown on demand and replaced without a gap", async ({
  page,
  merchant,
  receiver,
  subscribe,
}) => {
  test.slow();
  await test.step("edited, switched off, deleted", async () => {
    const { url } = await receiver();
    const { id } = await subscribe(url);
    await openAs(page, merchant, `/webhooks/${id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Endpoint URL").fill(`${url}/moved`);
    await dialog.getByLabel("card.disabled").check();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("/hook/moved");
    await expect(page.getByRole("region", { name: "Settings" })).toContainText("card.disabled");

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Switch off" }).click();
    await expect(dialog).toContainText("Events are kept for 30 days");
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Off");
    const off = page.getByRole("region", { name: "Switched off" });
    await expect(off).toContainText(/Switched off just now by .+\. What happens meanwhile is kept/);
    await expect(page.getByText("What went wrong")).toHaveCount(0);

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const shown = `${url.replace("https://", "")}/moved`;
    await dialog.getByLabel(/Type where it leads/).fill("localhost");
    await dialog.getByRole("button", { name: "Delete webhook" }).click();
    await expect(dialog.getByText(`Type ${shown} to go on.`)).toBeVisible();
    await dialog.getByLabel(/Type where it leads/).fill(shown);
    await dialog.getByRole("button", { name: "Delete webhook" }).click();
    await expect(page.getByText(`Webhook to ${shown} deleted`)).toBeVisible();
    await expect(page).toHaveURL("/webhooks");
    await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  });

  await test.step("secrets", async () => {
    const { url } = await receiver();
    const { id, secret } = await subscribe(url);
    await openAs(page, merchant, `/webhooks/${id}`);
    const panel = page.getByRole("region", { name: "Signing secret" });
    await panel.getByRole("button", { name: "Show secret" }).click();
    await expect(panel.getByRole("textbox", { name: "Signing secret" })).toHaveValue(secret);
    await panel.getByRole("button", { name: "Hide" }).click();
    await expect(panel.getByRole("textbox")).toHaveCount(0);

    await panel.getByRole("button", { name: "Rotate secret" }).click();
    await expect(panel.getByText("waits to be put in force")).toBeVisible();
    await expect(panel.getByText("your receiver needs the next one first")).toBeVisible();
    await panel.getByRole("button", { name: "Show secret" }).click();
    await expect(panel.getByRole("textbox", { name: "Secret in force" })).toHaveValue(secret);
    await expect(panel.getByText("your receiver needs the next one first")).toHaveCount(0);
    const next = await panel.getByRole("textbox", { name: "Next secret" }).inputValue();
    expect(next).not.toBe(secret);

    await panel.getByRole("button", { name: "Switch to the next secret" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("The old secret stops signing at once");
    await dialog.getByRole("button", { name: "Not yet" }).click();
    await expect(panel.getByRole("textbox", { name: "Secret in force" })).toHaveValue(secret);
    await panel.getByRole("button", { name: "Switch to the next secret" }).click();
    await dialog.getByRole("button", { name: "Switch", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByRole("button", { name: "Rotate secret" })).toBeVisible();
    await panel.getByRole("button", { name: "Show secret" }).click();
    await expect(panel.getByRole("textbox", { name: "Signing secret" })).toHaveValue(next);

    await panel.getByRole("button", { name: "Rotate secret" }).click();
    await panel.getByRole("button", { name: "Keep the current secret" }).click();
    await expect(page.getByText("The current secret stays")).toBeVisible();
    await expect(panel.getByRole("button", { name: "Rotate secret" })).toBeVisible();
    await panel.getByRole("button", { name: "Show secret" }).click();
    await expect(panel.getByRole("textbox", { name: "Signing secret" })).toHaveValue(next);
  });
});

test("the kept mail is read as text, with its links", async ({ page, merchant, sql }) => {
  const payload = {
    template: "webhook_disabled",
    to: merchant.email,
    url: "https://example.com/hook",
    error: "<b>503</b>",
    link: `http://localhost:${process.env.PORT}/webhooks/of-${merchant.slug}`,
  };
  await sql`insert into outbox (id, merchant_id, kind, payload)
    values (gen_random_uuid(), ${merchant.merchantId}, 'email', ${sql.json(payload)})`;
  await page.goto("/dev/mail");
  const mail = page.getByRole("listitem").filter({ hasText: merchant.email });
  await expect(mail.getByRole("heading", { name: "A webhook was disabled" })).toBeVisible();
  await expect(mail).toContainText("<b>503</b>");
  await expect(mail.getByRole("link", { name: payload.link })).toHaveAttribute(
    "href",
    payload.link,
  );
});
