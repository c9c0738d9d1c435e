import { openSecret } from "./secret";
import { signatureHeaders } from "./signature";

type Signer = {
  merchantId: string;
  id: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
};

/** All headers of an attempt to a webhook, signed now. `id` is the event's. */
export function headersFor(webhook: Signer, id: string, body: string): Record<string, string> {
  const next = webhook.sealedNextSecret;
  return {
    "Content-Type": "application/json",
    "User-Agent": "Scrip-Webhooks/1.0",
    ...signatureHeaders(
      [openSecret(webhook, webhook.sealedSecret), ...(next ? [openSecret(webhook, next)] : [])],
      { id, body, timestampSeconds: Math.floor(Date.now() / 1000) },
    ),
  };
}
