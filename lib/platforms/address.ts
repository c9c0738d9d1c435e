import { invalid, isRefusal } from "../errors";
import { checkUrl } from "../webhooks/wall";
import type { ConnectionRow } from "./connection";

const SHOPIFY_DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/**
 * The one spelling of a shop's address: a domain of Shopify's own, or a URL that a webhook could be
 * sent to. Refuses: invalid_request.
 */
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
