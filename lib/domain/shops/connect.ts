import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { onlyRow, type Tx } from "@/lib/db/client/client";
import { leaseClock } from "@/lib/db/client/clock";
import { batchLimit, inBatches } from "@/lib/db/client/in-batches";
import { platformConnections as connections } from "@/lib/db/schema/platforms";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { lockStore } from "@/lib/domain/stores/find";
import { operation } from "@/lib/ledger/post/operation";
import type { Instant } from "@/lib/ledger/post/records";
import { isPlatformError } from "./adapter";
import {
  type ConnectionRow,
  checkAddress,
  findConnection,
  isConnection,
  requireConnection,
  sealToken,
} from "./connection";
import { openAdapter, type PlatformAccess } from "./open-adapter";
import { platformWorker } from "./sync-worker";

type Shop = PlatformAccess & { name: string; currency: string };

/**
 * Connects the store to a shop, or replaces the token of the connected one, after checking the token. A
 * shop that was connected before continues where it stopped. Existing active cards are not created in the
 * shop until requested. Refuses: invalid_request (the address, the token, or another connected shop),
 * rate_limited.
 */
export async function connect(ctx: Ctx, newAccess: PlatformAccess): Promise<ConnectionRow> {
  requireScope(ctx, "store:own");
  const access = { ...newAccess, address: checkAddress(newAccess.kind, newAccess.address) };
  // Count the rate limit in its own commit: no transaction is open during the call to the shop.
  await operation({ ...ctx, idempotency: null }, async (tx) => {
    refuseAnother(await findConnection(ctx.merchantId, tx), access);
    return {};
  });
  const shop = { ...access, ...(await check(access)) };
  const { connection } = await operation({ ...ctx, limits: [] }, async (tx) => ({
    connection: await save(ctx, tx, shop),
  }));
  platformWorker.wake();
  return connection;
}

async function check(access: PlatformAccess): Promise<{ name: string; currency: string }> {
  try {
    return await openAdapter(access).check();
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    throw invalidField(error.kind === "unauthorized" ? "token" : "address", error.reason);
  }
}

function refuseAnother(live: ConnectionRow | null, { kind, address }: PlatformAccess): void {
  if (!live || (live.kind === kind && live.address === address)) return;
  throw invalidField("address", `${live.address} is already connected; disconnect it first`);
}

async function save(ctx: Ctx, tx: Tx, { token, ...shop }: Shop): Promise<ConnectionRow> {
  const { merchantId } = ctx;
  // Concurrent requests must not create two connections.
  await lockStore(tx, merchantId);
  refuseAnother(await findConnection(merchantId, tx), { token, ...shop });
  const { kind, address } = shop;
  const isSameShop = and(eq(connections.kind, kind), eq(connections.address, address));
  const [before] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.merchantId, merchantId), isSameShop));
  const key = { merchantId, id: before?.id ?? newId() };
  const saved = { ...shop, sealedToken: sealToken(key, token), status: "connected" } as const;
  const saving = before
    ? tx.update(connections).set(reconnectedValues(before, saved)).where(isConnection(key))
    : tx.insert(connections).values({ ...key, ...saved, polledUntil: sql`now()` });
  const connection = onlyRow(await saving.returning());
  const isNew = !before || before.status === "disconnected";
  await audit(tx, authorOf(ctx), {
    action: isNew ? "platform.connected" : "platform.token_replaced",
    subjectId: connection.id,
    details: isNew ? shop : { address },
  });
  return connection;
}

const reconnectedValues = ({ status }: ConnectionRow, saved: Partial<ConnectionRow>) => ({
  ...saved,
  disconnectedAt: null,
  lastError: null,
  unreachableInARow: 0,
  pausedUntil: null,
  // Compares all cards, to find what changed on either side in the meantime.
  ...(status === "disconnected" ? { reconcilingSince: sql`now()`, reconcileCursor: null } : {}),
  updatedAt: sql`statement_timestamp()`,
});

/**
 * Ends the store's connection and deletes the token. The shop's gift cards stay as they are until the same
 * shop is connected again. Refuses: platform_not_connected.
 */
export async function disconnect(ctx: Ctx): Promise<{ disconnected: true }> {
  requireScope(ctx, "store:own");
  const { endedAt } = await operation(ctx, async (tx) => {
    const connection = await requireConnection(ctx.merchantId, tx);
    const rows = await tx
      .update(connections)
      .set({
        status: "disconnected",
        sealedToken: null,
        disconnectedAt: sql`clock.lease`,
        lastError: null,
        pausedUntil: null,
        pollingSince: null,
        pollCursor: null,
        reconcilingSince: null,
        reconcileCursor: null,
        updatedAt: sql`statement_timestamp()`,
      })
      .from(leaseClock(0))
      .where(isConnection(connection))
      .returning({ endedAt: sql<string>`clock.text` });
    const { kind, address, id } = connection;
    const details = { kind, address };
    await audit(tx, authorOf(ctx), { action: "platform.disconnected", subjectId: id, details });
    return onlyRow(rows);
  });
  // Keep newer jobs: a shop may have been connected since.
  await inBatches(sql`
    update outbox set status = 'done', leased_until = null where ctid = any(array(
      select ctid from outbox where merchant_id = ${ctx.merchantId} and status = 'pending'
        and kind = 'platform_card' and created_at <= ${endedAt}::timestamptz
        ${batchLimit} for update skip locked))`);
  return { disconnected: true };
}

const { reconcilingSince } = connections;
const startedAt = sql<Date>`${reconcilingSince}`.mapWith(reconcilingSince);

/** Makes the next poll compare all of the shop's cards. Refuses: platform_not_connected. */
export const requestReconcile = (ctx: Ctx) =>
  operation(
    requireScope(ctx, "store:manage"),
    async (tx): Promise<{ reconcilingSince: Instant }> => {
      const connection = await requireConnection(ctx.merchantId, tx);
      if (connection.reconcilingSince) return { reconcilingSince: connection.reconcilingSince };
      const rows = await tx
        .update(connections)
        .set({ reconcilingSince: sql`statement_timestamp()`, reconcileCursor: null })
        .where(isConnection(connection))
        .returning({ reconcilingSince: startedAt });
      const action = "platform.reconciliation_requested";
      await audit(tx, authorOf(ctx), { action, subjectId: connection.id });
      return onlyRow(rows);
    },
  );
