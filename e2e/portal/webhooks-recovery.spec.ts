import type { Route } from "@playwright/test";
import type { Sql } from "postgres";
import { expect, test } from "../webhooks/test";
import { openAs } from "./page-actions";

type Hook = { id: string };

/** Disables a webhook, as three exhausted deliveries in a row would. */
async function disable(sql: Sql, { id }: Hook) {
  await sql`update webhooks set active = false, disabled_reason = 'failures', disabled_at = now(),
    consecutive_failures = 3, failing_since = now() - interval '1 hour',
    last_error = 'Your endpoint responded with 503 after 2.1 s.' where id = ${id}`;
}

test("a guide recovers a disabled webhook", { tag: "@journey" }, async ({
  page,
  merchant,
  connect,
  debit,
  sql,
}) => {
  const { received, status, id, uuid } = await connect((_request, response) =>
    response.writeHead(503).end("still down"),
  );
  await disable(sql, { id });
  await debit(uuid, 1, 1, 1, 1, 1);

  await openAs(page, merchant, "/webhooks");
  await page.getByRole("link", { name: "Recover webhook" }).click();
  await expect(page.getByText("after repeated delivery failures")).toBeVisible();
  const guide = page.getByRole("region", { name: "Recover this webhook" });
  await expect(guide).toContainText("Your endpoint responded with 503 after 2.1 s.");
  await expect(guide).toContainText("5 events missed so far");

  await guide.getByRole("button", { name: "Send test event" }).click();
  await expect(guide).toContainText(/Your endpoint responded with 503 after .*still down/);
  status(204);
  await guide.getByRole("button", { name: "Send another test" }).click();
  await expect(guide).toContainText("Your endpoint responded with 204");
  await guide.getByRole("button", { name: "Re-enable webhook" }).click();
  await expect(guide).toContainText("The webhook is active");
  await expect(guide).toContainText("5 events were missed. What do you want to do with them?");
  const events = received.map(({ body }) => JSON.parse(body).event);
  expect(events).toEqual(["webhook.test", "webhook.test"]);

  await guide.getByRole("button", { name: "Replay 5 events" }).click();
  await expect(guide.getByRole("progressbar", { name: "Replay" })).toBeVisible();
  await expect(guide).toContainText("5 of 5 events delivered");
  expect(received).toHaveLength(7);
  await guide.getByRole("button", { name: "Done" }).click();
  await expect(guide).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");
});

test("only the latest is replayed", async ({ page, merchant, activeCard, connect, debit, sql }) => {
  const { received, id, uuid } = await connect();
  await disable(sql, { id });
  const { uuid: other } = await activeCard({ amountCents: 1_000 });
  for (const card of [uuid, other]) await debit(card, 1, 1, 1);
  await openAs(page, merchant, `/webhooks/${id}`);
  await page.getByRole("button", { name: "Re-enable webhook" }).click();
  await page.getByRole("radio", { name: "Latest per card" }).click();
  await page.getByRole("button", { name: "Replay latest per card" }).click();
  await expect(page.getByText("4 events skipped")).toBeVisible();
  await expect(page.getByText("All caught up.")).toBeVisible();
  expect(received.map(({ body }) => JSON.parse(body).sequence)).toEqual([4, 4]);
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByText("Skipped", { exact: true })).toHaveCount(4);
  // Only the deliveries that match the filter.
  await expect(deliveries.getByText(/Failed|Skipped\./)).toHaveCount(1);
});

test("a replay that fails shows the error", async ({ page, merchant, connect, debit, sql }) => {
  const { id, uuid } = await connect((_request, response) => response.writeHead(500).end());
  await disable(sql, { id });
  await debit(uuid, 1, 1);
  await openAs(page, merchant, `/webhooks/${id}`);
  await page.getByRole("button", { name: "Re-enable webhook" }).click();
  await page.getByRole("button", { name: "Replay 2 events" }).click();
  await expect(page.getByText("0 of 2 events delivered")).toBeVisible();
  await expect(page.getByText(/Failed deliveries are retried.*responded with 500/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Retrying");
});

test("missed events are still offered", async ({ page, merchant, api, connect, debit, sql }) => {
  const { received, id, uuid } = await connect();
  await disable(sql, { id });
  await debit(uuid, 1);
  await api.patch(`/webhooks/${id}`, { active: true });
  await openAs(page, merchant, "/webhooks");
  const row = page.getByRole("row", { name: /Active/ });
  await expect(row).toContainText("1 missed event");
  await row.getByRole("link").click();
  const missed = page.getByRole("region", { name: "Missed events" });
  await expect(missed).toContainText("1 event was missed. What do you want to do with it?");
  await missed.getByRole("button", { name: "Replay 1 event" }).click();
  await expect(missed).toContainText("1 of 1 event delivered");
  expect(received).toHaveLength(1);
  await missed.getByRole("button", { name: "Done" }).click();
  await expect(missed).toHaveCount(0);
});

test("held events can be replayed", async ({ page, merchant, api, connect, debit, tolerate }) => {
  tolerate(/status of 503/);
  const { received, id, uuid } = await connect();
  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 1, 2);
  await openAs(page, merchant, `/webhooks/${id}`);
  const off = page.getByRole("region", { name: "Turned off" });
  await expect(off).toContainText("2 events are held");
  await off.getByRole("radio", { name: "Latest per card" }).click();
  await off.getByRole("button", { name: "Turn on" }).click();
  const on = page.getByRole("region", { name: "Turned on" });
  await expect(on).toContainText("1 of 1 event delivered");
  await expect(on).toContainText("1 event skipped");
  expect(received.map(({ body }) => JSON.parse(body).data.amountCents)).toEqual([2]);
  await on.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");

  await api.patch(`/webhooks/${id}`, { active: false });
  await page.reload();
  await off.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Webhook turned on")).toBeVisible();
  await expect(page.getByRole("region", { name: /Turned/ })).toHaveCount(0);

  await api.patch(`/webhooks/${id}`, { active: false });
  await debit(uuid, 3);
  await page.reload();
  const busy = { error: "unavailable", message: "The service is busy. Try again in a moment." };
  const refuse = (route: Route) => route.fulfill({ status: 503, json: busy });
  await page.route("**/replay", refuse, { times: 1 });
  await off.getByRole("button", { name: "Turn on" }).click();
  await expect(on.getByRole("alert")).toContainText("The service is busy");
  await on.getByRole("button", { name: "Replay 1 event" }).click();
  await expect(on).toContainText("1 of 1 event delivered");
  expect(received).toHaveLength(2);
});
