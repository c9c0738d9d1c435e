import { seal, unseal } from "@/lib/base/config/secrets";
import { requestHeaders } from "./signature";

type WebhookIds = { merchantId: string; id: string };

const sealContextOf = ({ merchantId, id }: WebhookIds): string => `${merchantId}:${id}`;

/** Encrypts a secret, so that it can be decrypted only for this webhook. */
export const sealSecret = (webhook: WebhookIds, secret: string): string =>
  seal("webhook-secret", sealContextOf(webhook), secret);

export const unsealSecret = (webhook: WebhookIds, sealed: string): string =>
  unseal("webhook-secret", sealContextOf(webhook), sealed);

type Signer = WebhookIds & { sealedSecret: string; sealedNextSecret: string | null };

/** The signed headers of an attempt. */
export function headersFor(webhook: Signer, eventId: string, body: string): Record<string, string> {
  const next = webhook.sealedNextSecret;
  const current = unsealSecret(webhook, webhook.sealedSecret);
  return requestHeaders([current, ...(next ? [unsealSecret(webhook, next)] : [])], eventId, body);
}
