import type { Sql } from "postgres";
import { expect, test } from "../webhooks/test";
import { openAs } from "./person";

type Hook = { id: string };

/** Disables a webhook as three exhausted deliveries would, with one of them in its log. */
async function breakDown(sql: Sql, { id }: Hook) {
  await sql`update webhooks set active = false, disabled_reason = 'failures', disabled_at = now(),
    consecutive_failures = 3, failing_since = now() - interval '1 hour',
    last_error = 'Your endpoint answered 503 after 2.1 s.' where id = ${id}`;
}

test("one guided minute brings a disabled webhook back: error, test, re-enable, replay with progress", async ({
  page,
  merchant,
  connect,
  debit,
  sql,
}) => {
  const { received, status, id, uuid } = await connect((_request, response) =>
    response.writeHead(503).end("still down"),
  );
  await breakDown(sql, { id });
  await debit(uuid, 1, 1, 1, 1, 1);

  await openAs(page, merchant, "/webhooks");
  await page.getByRole("link", { name: "Bring it back" }).click();
  await expect(page.getByText("three deliveries in a row failed")).toBeVisible();
  const guide = page.getByRole("region", { name: "Bring this webhook back" });
  await expect(guide).toContainText("Your endpoint answered 503 after 2.1 s.");
  await expect(guide).toContainText("5 events were missed so far");

  await guide.getByRole("button", { name: "Send a signed test" }).click();
  await expect(guide).toContainText(/Your endpoint answered 503 after .*still down/);
  status(204);
  await guide.getByRole("button", { name: "Send another test" }).click();
  await expect(guide).toContainText("Your endpoint answered 204");
  expect(received.map(({ body }) => JSON.parse(body).event)).toEqual([
    "webhook.test",
    "webhook.test",
  ]);

  await guide.getByRole("button", { name: "Re-enable webhook" }).click();
  await expect(guide).toContainText("It is active");
  await expect(guide).toContainText("5 events were missed. What should happen to them?");
  expect(received).toHaveLength(2);

  await guide.getByRole("button", { name: "Replay 5 events" }).click();
  await expect(guide.getByRole("progressbar", { name: "Replay" })).toBeVisible();
  await expect(guide).toContainText("5 of 5 events delivered");
  expect(received.slice(2).map(({ body }) => JSON.parse(body).data.cardUuid)).toEqual(
    Array(5).fill(uuid),
  );
  await guide.getByRole("button", { name: "Done" }).click();
  await expect(guide).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");
});

test("of what was missed, all, the latest per card or nothing is sent, as was chosen; a replay that fails says so", async ({
  page,
  merchant,
  activeCard,
  connect,
  debit,
  sql,
}) => {
  test.slow();
  for (const { choice, button, delivered, told } of [
    {
      choice: "Latest per card",
      button: "Replay the latest per card",
      delivered: 2,
      told: "4 events were skipped",
    },
    { choice: "Skip", button: "Skip 6 events", delivered: 0, told: "6 events were skipped" },
  ]) {
    await test.step(`"${choice}" sends ${delivered} of 6`, async () => {
      const { received, id, uuid } = await connect();
      await breakDown(sql, { id });
      const { uuid: other } = await activeCard({ amountCents: 1_000 });
      for (const card of [uuid, other]) await debit(card, 1, 1, 1);
      await openAs(page, merchant, `/webhooks/${id}`);
      await page.getByRole("button", { name: "Re-enable webhook" }).click();
      await page.getByRole("radio", { name: choice }).click();
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText(told)).toBeVisible();
      await expect(page.getByText("Nothing is missing any more")).toBeVisible();
      const sequences = received.map(({ body }) => JSON.parse(body).sequence);
      expect(sequences).toEqual(Array(delivered).fill(4));
      const deliveries = page.getByRole("region", { name: "Deliveries" });
      await expect(deliveries.getByText("Skipped", { exact: true })).toHaveCount(6 - delivered);
      // The chip of the filter alone.
      await expect(deliveries.getByText(/Failed|Skipped\./)).toHaveCount(1);
    });
  }
  await test.step("a replay that fails", async () => {
    const { id, uuid } = await connect((_request, response) => response.writeHead(500).end());
    await breakDown(sql, { id });
    await debit(uuid, 1, 1);
    await openAs(page, merchant, `/webhooks/${id}`);
    await page.getByRole("button", { name: "Re-enable webhook" }).click();
    await page.getByRole("button", { name: "Replay 2 events" }).click();
    await expect(page.getByText("0 of 2 events delivered")).toBeVisible();
    await expect(page.getByText(/What fails is retried.*answered 500/)).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Retrying");
  });
});
test("a webhook that was switched off is switched on with a choice for what was kept, also while its replay is refused; one that PATCH re-enabled still offers what it missed", async ({
  page,
  merchant,
  api,
  connect,
  debit,
  sql,
  tolerate,
}) => {
  test.slow();
  await test.step("re-enabled by PATCH", async () => {
    const { received, id, uuid } = await connect();
    await breakDown(sql, { id });
    await debit(uuid, 1);
    await api.patch(`/webhooks/${id}`, { active: true });
    await openAs(page, merchant, "/webhooks");
    const row = page.getByRole("row", { name: /Active/ });
    await expect(row).toContainText("1 event missed");
    await row.getByRole("link").click();
    const missed = page.getByRole("region", { name: "Missed events" });
    await expect(missed).toContainText("1 event was missed. What should happen to it?");
    await missed.getByRole("button", { name: "Replay 1 event" }).click();
    await expect(missed).toContainText("1 of 1 event delivered");
    expect(received).toHaveLength(1);
    await missed.getByRole("button", { name: "Done" }).click();
    await expect(missed).toHaveCount(0);
  });

  await test.step("a choice for what was kept", async () => {
    const { received, id, uuid } = await connect();
    await sql`update webhooks set last_error = 'Your endpoint answered 500 after 12 ms.'
      where id = ${id}`;
    await api.patch(`/webhooks/${id}`, { active: false });
    await debit(uuid, 1, 2);
    await openAs(page, merchant, `/webhooks/${id}`);
    const off = page.getByRole("region", { name: "Switched off" });
    await expect(off).toContainText("2 events are kept");
    await expect(page.getByText("answered 500")).toHaveCount(0);
    await off.getByRole("radio", { name: "Latest per card" }).click();
    await off.getByRole("button", { name: "Switch on" }).click();

    const on = page.getByRole("region", { name: "Switched on" });
    await expect(on).toContainText("1 of 1 event delivered");
    await expect(on).toContainText("1 event was skipped");
    expect(received.map(({ body }) => JSON.parse(body).data.amountCents)).toEqual([2]);
    await on.getByRole("button", { name: "Done" }).click();
    await expect(on).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");

    await api.patch(`/webhooks/${id}`, { active: false });
    await page.reload();
    await off.getByRole("button", { name: "Switch on" }).click();
    await expect(page.getByText("Webhook switched on")).toBeVisible();
    await expect(page.getByRole("region", { name: /Switched/ })).toHaveCount(0);
  });

  await test.step("while its replay is refused", async () => {
    tolerate(/status of 503/);
    const { received, id, uuid } = await connect();
    await api.patch(`/webhooks/${id}`, { active: false });
    await debit(uuid, 1);
    await openAs(page, merchant, `/webhooks/${id}`);
    const busy = { error: "unavailable", message: "The service is busy; retry in a moment." };
    const times = 1;
    await page.route("**/replay", (route) => route.fulfill({ status: 503, json: busy }), { times });
    await page.getByRole("button", { name: "Switch on" }).click();

    const on = page.getByRole("region", { name: "Switched on" });
    await expect(on.getByRole("alert")).toContainText("The service is busy");
    await on.getByRole("button", { name: "Replay 1 event" }).click();
    await expect(on).toContainText("1 of 1 event delivered");
    expect(received).toHaveLength(1);
  });
});
