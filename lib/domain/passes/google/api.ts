import { type KeyObject, sign } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/base/config/env";
import type { GooglePasses } from "@/lib/base/config/env-passes";
import { sha256 } from "@/lib/base/config/secrets";
import type { Pass } from "@/lib/domain/passes/pass";
import {
  briefClass,
  changingFields,
  classIdOf,
  giftCardClass,
  giftCardObject,
  objectIdOf,
} from "./objects";

const TIMEOUT_MS = 10_000;
const TOKEN_ORIGIN = "https://oauth2.googleapis.com";
const API_ORIGIN = "https://walletobjects.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer";
const TOKEN_SECONDS = 3_600;
/** A token is renewed this long before it expires. */
const RENEWED_BEFORE_MS = 60_000;
/** Stores whose class this process remembers. */
const MAX_KNOWN_CLASSES = 1_000;

type Call = { method: string; headers?: Record<string, string>; body: string };

const call = (url: string, init: Call): Promise<Response> =>
  fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });

const Grant = z.object({ access_token: z.string(), expires_in: z.number() });

let granted: { token: Promise<string>; email: string; expiresAtMs: number } | null = null;

/** An access token of the service account, the same until it expires. */
function accessToken(google: GooglePasses): Promise<string> {
  const nowMs = Date.now();
  if (granted && granted.email === google.email && granted.expiresAtMs > nowMs)
    return granted.token;
  const lifetimeMs = TOKEN_SECONDS * 1_000 - RENEWED_BEFORE_MS;
  const token = requestToken(google).then(({ access_token, expires_in }) => {
    if (granted?.token === token) {
      granted.expiresAtMs = nowMs + expires_in * 1_000 - RENEWED_BEFORE_MS;
    }
    return access_token;
  });
  token.catch(() => forgetToken(token));
  granted = { token, email: google.email, expiresAtMs: nowMs + lifetimeMs };
  return token;
}

function forgetToken(token: Promise<string>): void {
  if (granted?.token === token) granted = null;
}

async function requestToken({ email, key }: GooglePasses) {
  const issuedAt = Math.floor(Date.now() / 1_000);
  const aud = `${TOKEN_ORIGIN}/token`;
  const times = { iat: issuedAt, exp: issuedAt + TOKEN_SECONDS };
  const assertion = signJwt({ iss: email, scope: SCOPE, aud, ...times }, key);
  const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const response = await call(`${env().googleWalletOrigin ?? TOKEN_ORIGIN}/token`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
  });
  if (response.ok) return Grant.parse(await response.json());
  await response.body?.cancel();
  throw new Error(`Google refused the access token: ${response.status}`);
}

async function patch(google: GooglePasses, resource: string, body: object): Promise<number> {
  const token = accessToken(google);
  const response = await call(
    `${env().googleWalletOrigin ?? API_ORIGIN}/walletobjects/v1/${resource}`,
    {
      method: "PATCH",
      headers: { Authorization: `Bearer ${await token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  await response.body?.cancel();
  if (response.status === 401) forgetToken(token);
  return response.status;
}

/** The last class that this process sent of each store, as a hash. */
const sentClasses = new Map<string, string>();

/** Updates a store's class if it changed since this process sent it: all passes of a store share its brand. */
async function patchClass(pass: Pass, google: GooglePasses): Promise<void> {
  const cardClass = giftCardClass(pass, google);
  const hash = sha256(JSON.stringify(cardClass)).toString("hex");
  if (sentClasses.get(cardClass.id) === hash) return;
  const status = await patch(google, `giftCardClass/${classIdOf(pass, google)}`, cardClass);
  if (status !== 200) return;
  if (sentClasses.size >= MAX_KNOWN_CLASSES) sentClasses.clear();
  sentClasses.set(cardClass.id, hash);
}

/**
 * Updates a pass in Google Wallet to what its card is now. `absent`: the customer didn't save it. Throws if there is
 * no response within 10 seconds, or no access token.
 */
export async function patchObject(
  pass: Pass,
  google: GooglePasses,
): Promise<"updated" | "absent" | "failed"> {
  const resource = `giftCardObject/${objectIdOf(pass, google)}`;
  const status = await patch(google, resource, changingFields(pass));
  if (status === 404) return "absent";
  if (status !== 200) throw new Error(`Google refused the update: ${status}`);
  await patchClass(pass, google);
  return "updated";
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JSON Web Token with these claims, signed with an RSA key (RS256). */
function signJwt(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

const SAVE_URL = "https://pay.google.com/gp/v/save/";

/** The link that saves a pass to Google Wallet. It contains the card's code, so only its owner may get it. */
export function saveLink(pass: Pass, google: GooglePasses): string {
  const claims = {
    iss: google.email,
    aud: "google",
    typ: "savetowallet",
    iat: Math.floor(Date.now() / 1_000),
    payload: {
      giftCardClasses: [briefClass(pass, google)],
      giftCardObjects: [giftCardObject(pass, google)],
    },
  };
  return SAVE_URL + signJwt(claims, google.key);
}
