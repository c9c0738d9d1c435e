import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { onlyRow } from "@/lib/db/client/client";
import { webhooks } from "@/lib/db/schema/webhooks";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { lockStore } from "@/lib/domain/stores/find";
import { operation } from "@/lib/ledger/post/operation";
import { listWebhooks } from "./find";
import { sealSecret } from "./sealed-secret";
import { generateSecret } from "./signature";
import { checkUrl } from "./ssrf-guard";
import type { Webhook } from "./webhook";

const MAX_WEBHOOKS = 20;

export type NewWebhook = { url: string; events: readonly string[] };

/**
 * Creates a webhook. Refuses: invalid_request (the URL, or more than 20 webhooks), idempotency_key_reused.
 */
export const createWebhook = (ctx: Ctx, newWebhook: NewWebhook) =>
  operation(requireScope(ctx, "webhooks:write"), async (tx): Promise<{ webhook: Webhook }> => {
    const { merchantId } = ctx;
    const url = checkUrl(newWebhook.url);
    // Lock the store, so that concurrent requests can't exceed the limit.
    await lockStore(tx, merchantId);
    if ((await listWebhooks(merchantId, tx)).length >= MAX_WEBHOOKS) {
      throw invalidField(
        "body",
        `a store can have at most ${MAX_WEBHOOKS} webhooks; delete one first`,
      );
    }
    const id = newId();
    const rows = await tx
      .insert(webhooks)
      .values({
        merchantId,
        id,
        url,
        events: [...new Set(newWebhook.events)],
        sealedSecret: sealSecret({ merchantId, id }, generateSecret()),
      })
      .returning();
    const webhook = onlyRow(rows);
    const details = { url, events: webhook.events };
    await audit(tx, authorOf(ctx), { action: "webhook.created", subjectId: id, details });
    return { webhook };
  });
