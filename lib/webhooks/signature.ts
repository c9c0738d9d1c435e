import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "../secrets";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

type WebhookIds = { merchantId: string; id: string };

const sealContextOf = ({ merchantId, id }: WebhookIds): string => `${merchantId}:${id}`;

export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** Encrypts a secret, so that it can be decrypted only for this webhook. */
export const sealSecret = (webhook: WebhookIds, secret: string): string =>
  seal("webhook-secret", sealContextOf(webhook), secret);

export const unsealSecret = (webhook: WebhookIds, sealed: string): string =>
  unseal("webhook-secret", sealContextOf(webhook), sealed);

/** The key for Standard Webhooks signatures. */
const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

export const isSecret = (text: string): boolean =>
  text.startsWith(PREFIX) &&
  secretBytes(text).toString("base64") === text.slice(PREFIX.length) &&
  secretBytes(text).length === SECRET_BYTES;

type Message = { id: string; body: string; timestampSeconds: number };

/**
 * Signs a message. X-Service-Signature uses the current secret exactly as shown (spec, Signing). The
 * `webhook-*` headers follow Standard Webhooks and include a signature for each secret.
 */
export function signatureHeaders(
  secrets: readonly [string, ...string[]],
  { id, body, timestampSeconds }: Message,
): Record<string, string> {
  const [current] = secrets;
  const standard = secrets.map((secret) => {
    const mac = createHmac("sha256", secretBytes(secret));
    return `v1,${mac.update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`;
  });
  return {
    "X-Service-Signature": createHmac("sha256", current).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standard.join(" "),
  };
}

type Signer = {
  merchantId: string;
  id: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
};

/** The signed headers of an attempt. */
export function headersFor(webhook: Signer, eventId: string, body: string): Record<string, string> {
  const next = webhook.sealedNextSecret;
  return {
    "Content-Type": "application/json",
    "User-Agent": "Scrip-Webhooks/1.0",
    ...signatureHeaders(
      [unsealSecret(webhook, webhook.sealedSecret), ...(next ? [unsealSecret(webhook, next)] : [])],
      { id: eventId, body, timestampSeconds: Math.floor(Date.now() / 1000) },
    ),
  };
}
