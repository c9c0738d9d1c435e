import { and, eq, ne } from "drizzle-orm";
import { type Db, db, type Tx } from "../db/client";
import { platformConnections } from "../db/schema/platforms";
import { openToken } from "./token";

export type ConnectionRow = typeof platformConnections.$inferSelect;

export type ConnectionKey = Pick<ConnectionRow, "merchantId" | "id">;

/**
 * What an adapter needs to speak to a shop. While a new connection is tried it has no row yet: its
 * bucket is then nobody's.
 */
export type Connection = Pick<ConnectionRow, "merchantId" | "id" | "kind" | "address"> & {
  /** Opened; for requests to the shop alone. */
  token: string;
};

/** The store's connection with a shop, whether it works or not; null without one. */
export async function findConnection(
  merchantId: string,
  from: Db | Tx = db(),
): Promise<ConnectionRow | null> {
  const [row] = await from
    .select()
    .from(platformConnections)
    .where(
      and(
        eq(platformConnections.merchantId, merchantId),
        ne(platformConnections.status, "disconnected"),
      ),
    );
  return row ?? null;
}

/** The connection as an adapter takes it. */
export function opened(row: ConnectionRow): Connection {
  const { merchantId, id, kind, address, sealedToken } = row;
  if (sealedToken === null) throw new Error("a disconnected platform is not asked");
  return { merchantId, id, kind, address, token: openToken(row, sealedToken) };
}

/** The row of a connection, by its key. */
export const isConnection = ({ merchantId, id }: ConnectionKey) =>
  and(eq(platformConnections.merchantId, merchantId), eq(platformConnections.id, id));
