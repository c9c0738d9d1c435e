import { and, eq, ne } from "drizzle-orm";
import { seal, unseal } from "@/lib/base/config/secrets";
import { invalidField, isRefusal, Refusal } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { platformConnections } from "@/lib/db/schema/platforms";
import { checkUrl } from "@/lib/domain/webhooks/ssrf-guard";

export type ConnectionRow = typeof platformConnections.$inferSelect;
export type ConnectionKey = Pick<ConnectionRow, "merchantId" | "id">;

const SHOPIFY_DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/** Matches the connection's row. */
export const isConnection = ({ merchantId, id }: ConnectionKey) =>
  and(eq(platformConnections.merchantId, merchantId), eq(platformConnections.id, id));

/** The store's connection to its shop; null if there is none. */
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

/** Finds the store's connection to its shop. Refuses: platform_not_connected. */
export async function requireConnection(
  merchantId: string,
  from: Db | Tx = db(),
): Promise<ConnectionRow> {
  const connection = await findConnection(merchantId, from);
  if (!connection) throw new Refusal("platform_not_connected");
  return connection;
}

/** Normalizes a shop's address: its Shopify domain, or a URL. Refuses: invalid_request. */
export function checkAddress(kind: ConnectionRow["kind"], typed: string): string {
  if (kind === "http") return checkShopUrl(typed.trim());
  const [domain = ""] = typed
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, "")
    .split("/");
  if (SHOPIFY_DOMAIN.test(domain)) return domain;
  throw invalidField("address", "must be the shop's domain, such as example.myshopify.com");
}

function checkShopUrl(typed: string): string {
  try {
    return checkUrl(typed);
  } catch (error) {
    const [field] = (isRefusal(error) && error.options.fields) || [];
    throw field ? invalidField("address", field.message) : error;
  }
}

/** Encrypts a token or shared secret, so that it can be decrypted only for this connection. */
export const sealToken = ({ merchantId, id }: ConnectionKey, token: string): string =>
  seal("platform-token", `${merchantId}:${id}`, token);

export const unsealToken = ({ merchantId, id }: ConnectionKey, sealed: string): string =>
  unseal("platform-token", `${merchantId}:${id}`, sealed);
