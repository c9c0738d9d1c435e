import { createHmac } from "node:crypto";
import { secretBytes } from "./secret";

export type Signed = { id: string; body: string; timestampSeconds: number };

/**
 * The headers that sign a delivery. `secrets` begins with the one in force; during a rotation the
 * next one signs beside it where the header can carry both.
 * Spec, Signing: X-Service-Signature is keyed with the secret exactly as shown. The `webhook-*`
 * headers are those of Standard Webhooks.
 */
export function signatureHeaders(
  secrets: readonly [string, ...string[]],
  { id, body, timestampSeconds }: Signed,
): Record<string, string> {
  const [inForce] = secrets;
  const standard = secrets.map((secret) => {
    const mac = createHmac("sha256", secretBytes(secret));
    return `v1,${mac.update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`;
  });
  return {
    "X-Service-Signature": createHmac("sha256", inForce).update(body).digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standard.join(" "),
  };
}
