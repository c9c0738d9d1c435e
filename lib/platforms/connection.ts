import { and, eq, ne } from "drizzle-orm";
import { type Db, db, type Tx } from "../db/client";
import { platformConnections } from "../db/schema/platforms";
import { invalid, isRefusal } from "../errors";
import { seal, unseal } from "../secrets";
import { checkUrl } from "../webhooks/ssrf-guard";

export type ConnectionRow = typeof platformConnections.$inferSelect;
export type ConnectionKey = Pick<ConnectionRow, "merchantId" | "id">;

const SHOPIFY_DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** The row of a connection. */
export const isConnection = ({ merchantId, id }: ConnectionKey) =>
  and(eq(platformConnections.merchantId, merchantId), eq(platformConnections.id, id));

/** The store's connection with its shop, unless it is disconnected. */
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

/** Normalizes a shop's address: its Shopify domain, or a URL. Refuses: invalid_request. */
export function checkAddress(kind: ConnectionRow["kind"], typed: string): string {
  if (kind === "http") return checkShopUrl(typed.trim());
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, "")
    .replace(/\/.*$/, "");
  if (SHOPIFY_DOMAIN.test(domain)) return domain;
  throw invalid("address", "must be the shop's domain, such as example.myshopify.com");
}

function checkShopUrl(typed: string): string {
  try {
    return checkUrl(typed);
  } catch (error) {
    const [field] = (isRefusal(error) && error.options.fields) || [];
    throw field ? invalid("address", field.message) : error;
  }
}

const contextOf = ({ merchantId, id }: ConnectionKey): string => `${merchantId}:${id}`;

/** The token or shared secret as it is stored; it opens only for its own connection. */
export const sealToken = (connection: ConnectionKey, token: string): string =>
  seal("platform-token", contextOf(connection), token);

export const openToken = (connection: ConnectionKey, sealed: string): string =>
  unseal("platform-token", contextOf(connection), sealed);
