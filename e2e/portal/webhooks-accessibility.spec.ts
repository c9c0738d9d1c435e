import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../webhooks/test";
import { expectLoaded, openAs } from "./person";

const widths = [390, 768, 1024, 1280, 1440];
const axeWidths = [390, 1440];

/** No serious violation, nothing wider than the screen, in both themes, on phone and desk. */
async function expectSound(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${name}, ${colorScheme}, ${width} px`;
      // The page takes its new shape a frame after the screen has.
      const overflowPx = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflowPx, `${at}: sideways overflow`).toBeLessThanOrEqual(0);
      if (axeWidths.includes(width)) expect(await violationsOf(page), at).toEqual([]);
    }
  }
}

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

test("the list, an open delivery and the dialogs of webhooks are sound for everybody", async ({
  page,
  merchant,
  api,
  receiver,
  subscribe,
  activeCard,
}) => {
  test.slow();
  const { url, received } = await receiver((_request, response) =>
    response.writeHead(500).end("x".repeat(2_000)),
  );
  const { id } = await subscribe(url);
  const { uuid } = await activeCard({ amountCents: 1_000 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 1 });
  await expect.poll(() => received.length).toBe(1);

  await openAs(page, merchant, "/webhooks");
  await expectSound(page, "list");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expectSound(page, "create");
  await page.goto(`/webhooks/${id}`);
  await expectLoaded(page);
  await page.getByRole("region", { name: "Deliveries" }).locator("summary").first().press("Enter");
  await expect(page.getByText("Show all of it")).toBeVisible();
  await expectSound(page, "delivery");
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
