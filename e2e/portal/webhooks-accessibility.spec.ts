import { expect, test } from "../webhooks/test";
import { expectLoaded, openAs } from "./person";
import { expectSound } from "./sound";

test("the list, the form of a webhook and an open delivery are sound for everybody", async ({
  page,
  merchant,
  connect,
  debit,
  sql,
}) => {
  test.slow();
  const { id, uuid } = await connect((_request, response) =>
    response.writeHead(500).end("x".repeat(2_000)),
  );
  await debit(uuid, 1);
  // Not before the attempt is written down: the page shows it without a second look.
  const attempts = () => sql`select from webhook_attempts where webhook_id = ${id}`;
  await expect.poll(async () => (await attempts()).length, { timeout: 15_000 }).toBe(1);

  await openAs(page, merchant, "/webhooks");
  await expectSound(page, "list");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expectSound(page, "create");
  await page.goto(`/webhooks/${id}`);
  await expectLoaded(page);
  await page.getByRole("region", { name: "Deliveries" }).locator("summary").first().press("Enter");
  await expect(page.getByText("Show all of it")).toBeVisible();
  await expectSound(page, "delivery");
});

test("the samples that check a signature are sound for everybody", async ({
  page,
  merchant,
  receiver,
  subscribe,
}) => {
  test.slow();
  const { url } = await receiver();
  const { id } = await subscribe(url);
  await openAs(page, merchant, `/webhooks/${id}`);
  await page.getByRole("button", { name: "How to check a signature" }).click();
  await expectSound(page, "samples");
});

test("the guide of a disabled webhook is sound for everybody, and so is the kept mail", async ({
  page,
  merchant,
  receiver,
  subscribe,
  sql,
}) => {
  test.slow();
  const { url } = await receiver();
  const { id } = await subscribe(url);
  await sql`update webhooks set active = false, disabled_reason = 'failures', disabled_at = now()
    where id = ${id}`;
  await openAs(page, merchant, `/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a signed test" }).click();
  await expect(page.getByText("Your endpoint answered 204")).toBeVisible();
  await expectSound(page, "guide");
  await page.goto("/dev/mail");
  await expectLoaded(page);
  await expectSound(page, "mail");
});

test("what a switched-off webhook offers, its secrets and their dialog are sound for everybody", async ({
  page,
  merchant,
  api,
  connect,
  debit,
}) => {
  test.slow();
  const { id, uuid } = await connect();
  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 1, 2);
  await openAs(page, merchant, `/webhooks/${id}`);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText("waits to be put in force")).toBeVisible();
  await page.getByRole("button", { name: "Show secret" }).click();
  await expect(page.getByRole("textbox", { name: "Next secret" })).toBeVisible();
  await expectSound(page, "switched off");
  await page.getByRole("button", { name: "Switch to the next secret" }).click();
  await expectSound(page, "switch of secrets");
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
