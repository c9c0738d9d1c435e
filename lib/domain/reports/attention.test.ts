import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { audit } from "@/lib/domain/audit/audit";
import { disable } from "@/lib/domain/cards/disable";
import { suppress } from "@/lib/domain/mail/suppressions";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore, newKey } from "@/lib/testing/store";
import { readOverview } from "./overview";

const NOTHING = { webhooks: [], keys: [], differences: 0, failedEmails: 0, bouncedAddresses: 0 };

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test("nothing needs attention in a new store, nor what needs it in another one", async () => {
  const [mine, theirs] = [await createStore(), await createStore()];
  await newKey(theirs.ctx(), { expiresAt: inDays(3) });
  await suppress(db(), theirs.id, "ada@example.com", "bounced");
  const { attention } = await readOverview(mine.ctx());
  expect(attention).toEqual(NOTHING);
});

test("keys need attention 14 days before they expire, unless they are revoked, replaced or never lasted longer", async () => {
  const { id, ctx } = await createStore();
  const key = async (name: string, days: number) => {
    await newKey(ctx(), { name, expiresAt: inDays(days) });
  };
  await key("Later", 15);
  await key("Soon", 13);
  await key("Sooner", 1);
  await key("Revoked", 2);
  await key("Rolled", 2);
  await pg()`update api_keys set created_at = now() - interval '1 year' where merchant_id = ${id}`;
  await key("For a week", 7);
  await pg()`update api_keys set revoked_at = now() where merchant_id = ${id} and name = 'Revoked'`;
  await pg()`update api_keys set replaced_by = id where merchant_id = ${id} and name = 'Rolled'`;
  const { attention } = await readOverview(ctx());
  expect(attention.keys.map(({ name }) => name)).toEqual(["Sooner", "Soon"]);
});

test("a webhook needs attention if its failures disabled it, not if a person did", async () => {
  const { id, ctx } = await createStore();
  const open = async (url: string) =>
    (await createWebhook(ctx(), { url, events: ["card.activated"] })).webhook.id;
  const failing = await open("https://failing.example.com/hook");
  const paused = await open("https://paused.example.com/hook");
  await open("https://fine.example.com/hook");
  await pg()`update webhooks set active = false, disabled_at = now(),
      disabled_reason = case when id = ${failing} then 'failures' else 'merchant' end
    where merchant_id = ${id} and id in (${failing}, ${paused})`;
  const { attention } = await readOverview(ctx());
  expect(attention.webhooks).toEqual([{ id: failing, url: "https://failing.example.com/hook" }]);
});

test("emails that failed in the last 7 days and addresses that bounced are counted", async () => {
  const { id, ctx } = await createStore();
  const author = { merchantId: id, actor: "system", requestId: null };
  await audit(db(), author, { action: "mail.failed", subjectId: newId() });
  await audit(db(), author, { action: "mail.skipped", subjectId: newId() });
  await pg()`insert into audit_log (merchant_id, id, actor, action)
    values (${id}, first_id_at(now() - interval '8 days'), 'system', 'mail.failed')`;
  await suppress(db(), id, "ada@example.com", "bounced");
  await suppress(db(), id, "bob@example.com", "unsubscribed");
  const { attention } = await readOverview(ctx());
  expect(attention).toEqual({ ...NOTHING, failedEmails: 2, bouncedAddresses: 1 });
});

test("the outstanding balance names what deactivated cards have of it, by currency", async () => {
  const { ctx } = await createStore();
  await makeCard(ctx, { amountCents: 1_000 });
  const lost = await makeCard(ctx, { amountCents: 250 });
  await makeCard(ctx, { amountCents: 70, currency: "EUR" });
  await disable(ctx(), { cardId: lost.id });
  const { currencies } = await readOverview(ctx());
  expect(
    currencies.map((one) => [one.currency, one.outstandingCents, one.deactivatedCents]),
  ).toEqual([
    ["USD", 1_250n, 250n],
    ["EUR", 70n, 0n],
  ]);
});
