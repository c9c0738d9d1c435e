import { type ReplyFacts, replyFacts } from "@/lib/base/context";
import { headerOf } from "@/lib/base/request-headers";

/** Safe in a header and in a log line, and short enough for both. */
const CLIENT_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * The initial facts of a request, with the caller's own X-Request-Id. Ignores one that is too long or not
 * visible ASCII: proxies add theirs, and it must never fail a redemption.
 */
export function factsOf({ headers }: Request): ReplyFacts {
  const facts = replyFacts();
  const clientId = headerOf(headers, "x-request-id");
  if (clientId !== null && CLIENT_ID.test(clientId)) facts.clientRequestId = clientId;
  return facts;
}
