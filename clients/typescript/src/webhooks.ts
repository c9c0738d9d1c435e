import type { webhooks } from "./shape-a.js";

/** An event, as in the body of a webhook request. `event` is its name. It is the same in both shapes. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

/** A request that isn't signed with the secret, or is too old. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

export type VerifyOptions = {
  /** How far the request's timestamp can be from now, to stop replays of an old one. The default is 300. */
  toleranceSeconds?: number;
  now?: Date;
};

/**
 * The event of a webhook request. `rawBody` is the body as received, before JSON.parse. `secret` starts with
 * `whsec_`; during a rotation, pass both. Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === "string" ? rawBody : new TextDecoder().decode(rawBody);
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerIn(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) {
    throw new WebhookVerificationError("The request has no signature.");
  }
  if (!(Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError("The request's timestamp is too far from the current time.");
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of [secret].flat()) {
    const key = await hmacKey(one);
    for (const signature of signatures.split(" ")) {
      const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : null;
      // Compares in constant time.
      if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed)))
        return JSON.parse(body);
    }
  }
  throw new WebhookVerificationError("The signature doesn't match.");
}

/** Throws TypeError for a text that isn't a signing secret, for example an environment variable that isn't set. */
function hmacKey(secret: string | undefined): Promise<CryptoKey> {
  const bytes = secret?.startsWith("whsec_") ? bytesOf(secret.slice("whsec_".length)) : null;
  if (!bytes?.length) throw new TypeError("The signing secret must start with whsec_.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

/** The bytes of base64, or null if the text isn't base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerIn(headers: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found.join(" ") : found;
}
