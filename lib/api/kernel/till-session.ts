import { env } from "@/lib/base/config/env";
import type { Ctx, TillPrincipal } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { isUuid } from "@/lib/base/ids";
import { cookieIn, headerOf } from "@/lib/base/request-headers";
import type { TillScope } from "@/lib/base/roles";
import { atStore, inBucketOf } from "@/lib/db/client/in-buckets";
import { authenticateKey } from "@/lib/domain/api-keys/authenticate";
import type { Pairing } from "@/lib/domain/till/pair";
import { checkTill, readDevice } from "@/lib/domain/till/sessions";
import { checkOrigin, cookie } from "./sessions";

const KEEPS_PAIRED_SECONDS = 400 * 24 * 60 * 60;

// The __Host- prefix requires HTTPS and stops other hosts of the domain from setting the cookie.
const tillCookieName = (): string => (env().production ? "__Host-scrip-till" : "scrip-till");

const notPaired = () => new Refusal("unauthorized", { message: "This device isn't paired." });

/**
 * The device of the browser that sent a request, by its cookie alone, and the cashier at it, if the request names
 * their session as `Scrip-Till`. Without one, the till is locked. An API key can't call a till's operations, nor
 * does a device's key have the scopes of any others.
 * Refuses: unauthorized, insufficient_scope (another site's page may have sent it).
 */
export async function authenticateTill(request: Request, scope: TillScope): Promise<TillPrincipal> {
  const till = await tillOf(request.headers, scope === "till:use");
  if (!till) throw notPaired();
  checkOrigin(request);
  return till;
}

/** The same for any page's request with these headers; null if no device is paired. `renews`: see checkTill(). */
export async function tillOf(headers: Headers, renews = false): Promise<TillPrincipal | null> {
  const presented = cookieIn(headers, tillCookieName());
  const key = presented ? await authenticateKey(presented) : null;
  if (!key) return null;
  const { merchantId, isTest = false, amountLimits = null, networks, limitPerWindow } = key;
  const named = headerOf(headers, "scrip-till") ?? "";
  const keyId = key.actor.slice("key:".length);
  const claim = { merchantId, keyId, sessionId: isUuid(named) ? named : null, renews };
  const paired = await inBucketOf(merchantId, () => checkTill(claim, amountLimits));
  if (!paired) return null;
  const { device, cashier } = paired;
  return {
    kind: "till",
    merchantId,
    isTest,
    actor: cashier ? `cashier:${cashier.cashierId}` : `device:${device.id}`,
    scopes: cashier ? ["till:device", "till:use"] : ["till:device"],
    shape: "A",
    limitPerWindow,
    device,
    cashier,
    ...(networks && { networks }),
  };
}

/** Keeps the device's key in the browser, and returns what readDevice() does. */
export async function answerPairing(ctx: Ctx, { merchantId, isTest, keyId, secret }: Pairing) {
  ctx.reply.cookie = cookie(tillCookieName(), secret, KEEPS_PAIRED_SECONDS);
  return await atStore(ctx, merchantId, async (here) => {
    const paired = await checkTill({ merchantId, keyId, sessionId: null, renews: false });
    if (!paired) throw notPaired();
    const principal = { ...here.principal, kind: "till", isTest, ...paired } as const;
    return await readDevice({ ...here, principal });
  });
}
