import { env } from "@/lib/base/config/env";
import { sameSecret, sha256 } from "@/lib/base/config/secrets";
import { type Consumer, type Principal, requireScope } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { forwardedAddress, isInNetworks } from "@/lib/base/networks";
import { forwardedFor, headerOf } from "@/lib/base/request-headers";
import type { Scope, TillScope, WalletScope } from "@/lib/base/roles";
import { authenticateKey } from "@/lib/domain/api-keys/authenticate";
import { bearerIn } from "./parse";
import {
  authenticateWallet,
  consumerOfToken,
  findWalletCaller,
  sessionPrincipal,
} from "./sessions";
import { authenticateTill, tillOf } from "./till-session";

/** The principal of a public operation. */
const ANONYMOUS: Principal = {
  kind: "anonymous",
  merchantId: "",
  actor: "anonymous",
  scopes: [],
  shape: "A",
  limitPerWindow: null,
};

/** Who can call an operation. */
type AccessRule = {
  scope: Scope | "any" | null;
  anyStore?: true;
  withoutSecondFactor?: true;
  consumer?: "token" | "known";
  device?: "known";
};

const isWalletScope = (scope: Scope | "any"): scope is WalletScope => scope.startsWith("wallet:");

const isTillScope = (scope: Scope | "any"): scope is TillScope => scope.startsWith("till:");

/** The caller, and the consumer they act for, if any. */
export type Asker = { principal: Principal; consumer: Consumer | null };

/**
 * Identifies the caller. Wallet operations use the wallet's cookie, and operations of a till the device's; other
 * operations use the API key if one is sent, else the session. None of these can call the operations of another.
 * Refuses: unauthorized, consumer_unauthorized, and what sessionPrincipal() does.
 */
export async function authenticate(request: Request, admission: AccessRule): Promise<Asker> {
  const { scope, consumer, device } = admission;
  if (scope === null) {
    const till = device === "known" ? await tillOf(request.headers) : null;
    if (till) return { principal: till, consumer: null };
    const known = consumer === "known" ? await findWalletCaller(request) : null;
    return known ?? { principal: ANONYMOUS, consumer: null };
  }
  if (isWalletScope(scope)) return await authenticateWallet(request);
  if (isTillScope(scope))
    return { principal: await authenticateTill(request, scope), consumer: null };
  const principal = await authenticateMerchant(request, admission);
  const isPresented = consumer === "token";
  return { principal, consumer: isPresented ? await consumerOfToken(request.headers) : null };
}

async function authenticateMerchant(request: Request, rule: AccessRule): Promise<Principal> {
  const header = headerOf(request.headers, "authorization");
  const key = header && bearerIn(header);
  const principal =
    header === null ? await sessionPrincipal(request, rule) : key && (await authenticateKey(key));
  if (!principal) throw new Refusal("unauthorized");
  return principal;
}

/** Refuses: address_not_allowed, if the caller's key is limited to networks and the request is from elsewhere. */
export function requireAllowedAddress(principal: Principal, request: Request): void {
  const networks = "networks" in principal && principal.networks;
  if (networks && !isInNetworks(addressOf(request), networks)) {
    throw new Refusal("address_not_allowed");
  }
}

/** What an operation needs of its caller: up to two scopes, and a store in live or test mode. */
type Need = { scope: Scope | "any" | null; alsoScope?: Scope; mode?: "live" | "test" };

/** Refuses: insufficient_scope, not_in_test_mode, test_mode_only. */
export function authorize(principal: Principal, { scope, alsoScope, mode }: Need): void {
  for (const needed of [scope, alsoScope]) {
    if (needed && needed !== "any") requireScope({ principal }, needed);
  }
  if (mode === "live" && principal.isTest) throw new Refusal("not_in_test_mode");
  if (mode === "test" && !principal.isTest) throw new Refusal("test_mode_only");
}

/** Requires `Authorization: Bearer $CRON_SECRET`. Refuses: unauthorized. */
export function requireCronSecret(request: Request): void {
  // Hashed first, so that the comparison doesn't leak the secret's length.
  const given = sha256(headerOf(request.headers, "authorization") ?? "");
  if (sameSecret(given, sha256(`Bearer ${env().cronSecret}`))) return;
  throw new Refusal("unauthorized", { message: "The cron secret is missing or wrong." });
}

/**
 * The client's IP address, or "unknown". Clients can send any X-Forwarded-For, so only entries of trusted
 * proxies count: those of TRUSTED_PROXIES are skipped from the end, or as many as TRUSTED_PROXY_HOPS says.
 */
export function addressOf(request: Request): string {
  const { trustedProxyHops, trustedProxies } = env();
  // The server adds the peer's own address as the last entry.
  const forwarded = forwardedFor(request.headers);
  const client =
    trustedProxies.length > 0
      ? forwarded.findLast((one) => !isInNetworks(forwardedAddress(one), trustedProxies))
      : forwarded.at(-1 - trustedProxyHops);
  return forwardedAddress(client || forwarded[0] || "");
}
