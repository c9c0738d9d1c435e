import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Formats 32 bytes as a secret. */
export const secretOf = (bytes: Buffer): string => PREFIX + bytes.toString("base64");

export const generateSecret = (): string => secretOf(randomBytes(SECRET_BYTES));

/** The key for Standard Webhooks signatures. */
const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

export const isSecret = (text: string): boolean =>
  text.startsWith(PREFIX) &&
  secretBytes(text).toString("base64") === text.slice(PREFIX.length) &&
  secretBytes(text).length === SECRET_BYTES;

/** The current secret, and during a rotation the next one. */
type Secrets = readonly [string, ...string[]];
type Message = { id: string; body: string; timestampSeconds: number };

/**
 * Signs a message. X-Service-Signature uses the current secret exactly as shown (spec, Signing). The
 * `webhook-*` headers follow Standard Webhooks and include a signature for each secret.
 */
export function signatureHeaders(
  secrets: Secrets,
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

/** The headers of a request with this event, signed now. */
export const requestHeaders = (
  secrets: Secrets,
  eventId: string,
  body: string,
): Record<string, string> => ({
  "Content-Type": "application/json",
  "User-Agent": "Scrip-Webhooks/1.0",
  ...signatureHeaders(secrets, {
    id: eventId,
    body,
    timestampSeconds: Math.floor(Date.now() / 1000),
  }),
});
