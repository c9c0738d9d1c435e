import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Scrip } from "../system/parts";
import type { Model } from "./model";

type Options = { sql: Sql; model: Model; scrip: Scrip };

/** An email that a killed process was sending waits for two minutes. */
const LIMIT_MS = 150_000;
const LOOK_EVERY_MS = 1_000;
/** How long the service has before people step in again. */
const HELP_EVERY_MS = 10_000;

type Left = Record<string, number>;

/** Counts what is still to be done, by kind. Emails that wait for a quota of the next day don't count. */
async function countLeft(sql: Sql): Promise<Left> {
  const [row] = await sql<Left[]>`select
    (select count(*) from webhooks where not active and deleted_at is null)::int as "webhooks off",
    (select count(*) from webhook_deliveries where status = 'pending')::int as "deliveries pending",
    (select count(*) from webhook_deliveries where delivered_at is null and dismissed_at is null
      and status in ('held', 'failed'))::int as "deliveries missed",
    (select count(*) from outbox where status = 'pending' and kind = 'email'
      and not payload ? 'postponedAt')::int as "emails",
    (select count(*) from outbox where status = 'pending' and kind <> 'email')::int as "syncs",
    (select count(*) from platform_cards p join cards c on c.merchant_id = p.merchant_id
      and c.id = p.card_id where p.state = 'failed' or p.leased_until > now()
      or p.synced_sequence < c.sequence)::int as "cards not synced",
    (select count(*) from batch_runs where finished_at is null)::int as "batches"`;
  return row ?? {};
}

/** Makes retries due now, as if the minutes until then had passed. */
async function hurry(sql: Sql): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now()
    where status = 'pending' and next_attempt_at > now()`;
  await sql`update outbox set next_attempt_at = now()
    where status = 'pending' and next_attempt_at > now()`;
  // Leases of processes that were killed. Nothing that works now takes so long.
  await sql`update outbox set leased_until = now() where status = 'pending'
    and leased_until between now() and now() + interval '100 seconds'`;
  await sql`update platform_cards set leased_until = now()
    where leased_until between now() and now() + interval '40 seconds'`;
}

/** Does what people do about work that needs them: resends deliveries, syncs cards, reconnects the shop. */
async function help({ sql, model }: Options): Promise<void> {
  await model.restoreWebhooks();
  const missed = await sql`select merchant_id, webhook_id, id from webhook_deliveries
    where delivered_at is null and dismissed_at is null and status in ('held', 'failed') limit 100`;
  const failed = await sql`select merchant_id, card_id from platform_cards
    where state = 'failed' limit 100`;
  const [paused] = await sql`select from platform_connections
    where paused_until > now() + interval '2 seconds' or status = 'failing'`;
  if (paused) await model.reconnectShop();
  for (const { merchantId, dashboard } of model.dashboards) {
    for (const one of missed.filter(({ merchant_id }) => merchant_id === merchantId)) {
      const path = `/v1/webhooks/${one.webhook_id}/deliveries/${one.id}/resend`;
      await dashboard({ verb: "resend delivery", method: "POST", path });
    }
    for (const one of failed.filter(({ merchant_id }) => merchant_id === merchantId)) {
      const path = `/portal/platform/cards/${one.card_id}`;
      await dashboard({ verb: "sync card", method: "POST", path });
    }
  }
}

/**
 * Waits until all queued work is done: webhooks, emails, the online shop and batches. Call it after the actors stopped
 * and all faults ended. Throws if it takes longer than 150 s, with what is left.
 */
export async function settle(options: Options): Promise<void> {
  const { sql, scrip } = options;
  const deadlineMs = performance.now() + LIMIT_MS;
  await scrip("cron", "housekeeping");
  let helpedMs = -Infinity;
  for (;;) {
    const left = await countLeft(sql);
    const open = Object.entries(left).filter(([, count]) => count > 0);
    if (open.length === 0) return;
    if (performance.now() > deadlineMs) {
      const what = open.map(([kind, count]) => `${count} ${kind}`).join(", ");
      const rows = await sql`select to_jsonb(o) as row from outbox o where status = 'pending'
        union all select to_jsonb(c) from platform_cards c where state = 'failed' limit 5`;
      throw new Error(`Still to do after ${LIMIT_MS / 1_000} s: ${what} ${JSON.stringify(rows)}`);
    }
    if (performance.now() - helpedMs > HELP_EVERY_MS) {
      await help(options);
      helpedMs = performance.now();
    }
    await hurry(sql);
    await sleep(LOOK_EVERY_MS);
  }
}
