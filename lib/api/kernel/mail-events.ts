import { MailEventBody } from "@/lib/api/contract/portal/mail";
import { env } from "@/lib/base/config/env";
import { sameSecret, sha256 } from "@/lib/base/config/secrets";
import { replyFacts } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { headerOf } from "@/lib/base/request-headers";
import { recordMailEvent } from "@/lib/domain/mail/suppressions";
import { readJson } from "./body";
import { parseWith } from "./parse";
import { refuseUntilReady } from "./readiness";
import { reply, replyRefusal } from "./respond";

/**
 * Takes a bounce or a complaint from the mail server: `{type, email}`. Sent again, it changes nothing.
 * Refuses: not_found (MAIL_EVENTS_SECRET is not set), unauthorized, unavailable, invalid_request.
 */
export async function mailEvent(request: Request): Promise<Response> {
  try {
    requireMailEventsSecret(request);
    await refuseUntilReady();
    const event = parseWith(MailEventBody, await readJson(request), "body");
    return reply(200, await recordMailEvent(event), replyFacts());
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}

function requireMailEventsSecret(request: Request): void {
  const secret = env().mailEventsSecret;
  if (secret === null) throw new Refusal("not_found");
  // Hashed first, so that the comparison doesn't leak the secret's length.
  const headerHash = sha256(headerOf(request.headers, "authorization") ?? "");
  if (sameSecret(headerHash, sha256(`Bearer ${secret}`))) return;
  throw new Refusal("unauthorized", { message: "The mail events secret is missing or wrong." });
}
