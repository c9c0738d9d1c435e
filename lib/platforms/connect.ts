import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { platformConnections as connections } from "../db/schema/platforms";
import { invalid } from "../errors";
import { newId } from "../ids";
import { operation } from "../ledger/operation";
import { lockStore } from "../merchants/find";
import { checkAddress } from "./address";
import { type ConnectionRow, findConnection, isConnection } from "./connection";
import { wake } from "./dispatch";
import { isPlatformError } from "./errors";
import { openAdapter } from "./open-adapter";
import { sealToken } from "./token";

export type Wanted = { kind: ConnectionRow["kind"]; address: string; token: string };
type Shop = Wanted & { name: string; currency: string };

/**
 * Connects the store with a shop, or gives the connection a new token, once the shop was asked with
 * it. A shop that was connected before is taken up where it was left. Cards that are active already
 * are mirrored when somebody asks for it. Refuses: invalid_request (the address, the token, or
 * another shop that is connected), rate_limited.
 */
export async function connect(ctx: Ctx, wanted: Wanted): Promise<ConnectionRow> {
  const address = checkAddress(wanted.kind, wanted.address);
  // Takes the limit and commits, so that no transaction is open while the shop is asked.
  await operation({ ...ctx, idempotency: null }, async (tx) => {
    refuseAnother(await findConnection(ctx.merchantId, tx), { ...wanted, address });
    return {};
  });
  const shop = { ...wanted, address, ...(await tryOut({ ...wanted, address })) };
  const { connection } = await operation({ ...ctx, limits: [] }, async (tx) => ({
    connection: await keep(ctx, tx, shop),
  }));
  wake();
  return connection;
}

async function tryOut(wanted: Wanted): Promise<{ name: string; currency: string }> {
  try {
    return await openAdapter(wanted).check();
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    throw invalid(error.kind === "unauthorized" ? "token" : "address", error.reason);
  }
}

function refuseAnother(live: ConnectionRow | null, { kind, address }: Wanted): void {
  if (!live || (live.kind === kind && live.address === address)) return;
  throw invalid("address", `${live.address} is connected; disconnect it first`);
}

async function keep(ctx: Ctx, tx: Tx, shop: Shop): Promise<ConnectionRow> {
  const { merchantId } = ctx;
  // Two at once don't make two.
  await lockStore(tx, merchantId);
  refuseAnother(await findConnection(merchantId, tx), shop);
  const { kind, address, name, currency } = shop;
  const [before] = await tx
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.merchantId, merchantId),
        eq(connections.kind, kind),
        eq(connections.address, address),
      ),
    );
  const connection = before ? await renew(tx, before, shop) : await insert(tx, merchantId, shop);
  const isNew = !before || before.status === "disconnected";
  await audit(tx, authorOf(ctx), {
    action: isNew ? "platform.connected" : "platform.token_replaced",
    subjectId: connection.id,
    details: isNew ? { kind, address, name, currency } : { address },
  });
  return connection;
}

async function insert(tx: Tx, merchantId: string, shop: Shop): Promise<ConnectionRow> {
  const id = newId();
  const { token, ...told } = shop;
  const sealedToken = sealToken({ merchantId, id }, token);
  const [row] = await tx
    .insert(connections)
    .values({ merchantId, id, ...told, sealedToken, status: "connected", polledUntil: sql`now()` })
    .returning();
  if (!row) throw new Error("the new connection was not returned");
  return row;
}

async function renew(tx: Tx, before: ConnectionRow, shop: Shop): Promise<ConnectionRow> {
  const { merchantId, id, status } = before;
  const [row] = await tx
    .update(connections)
    .set({
      name: shop.name,
      currency: shop.currency,
      sealedToken: sealToken({ merchantId, id }, shop.token),
      status: "connected",
      disconnectedAt: null,
      lastError: null,
      unreachableInARow: 0,
      pausedUntil: null,
      // What happened on either side meanwhile is found by comparing all cards.
      ...(status === "disconnected" ? { reconcilingSince: sql`now()`, reconcileCursor: null } : {}),
      updatedAt: sql`clock_timestamp()`,
    })
    .where(isConnection(before))
    .returning();
  if (!row) throw new Error("the connection was not returned");
  return row;
}
