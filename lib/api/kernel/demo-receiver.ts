import { hasDemo } from "@/lib/base/config/demo-file";
import { replyFacts } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { readJson } from "./body";
import { reply, replyRefusal } from "./respond";

/**
 * Receives the events of the demo store's webhooks, and keeps nothing.
 * Refuses: not_found (no demo store), payload_too_large (above 64 KB), unsupported_media_type, invalid_request.
 */
export async function demoReceiver(request: Request): Promise<Response> {
  try {
    if (!hasDemo()) throw new Refusal("not_found");
    await readJson(request);
    return reply(200, { received: true }, replyFacts());
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}
