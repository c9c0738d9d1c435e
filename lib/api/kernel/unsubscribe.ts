import { FastResponse } from "srvx";
import { env } from "@/lib/base/config/env";
import { replyFacts } from "@/lib/base/context";
import { unsubscribe } from "@/lib/domain/mail/suppressions";
import { refuseUntilReady } from "./readiness";
import { commonHeaders, reply, replyRefusal } from "./respond";

type Route = { params: Promise<Record<string, string | string[] | undefined>> };

const tokenOf = async ({ params }: Route): Promise<string> => String((await params).token);

/** Opens the page with the button: a link alone unsubscribes nobody, because mail scanners open links. */
export async function openUnsubscribePage(_request: Request, route: Route): Promise<Response> {
  const page = `${env().appUrl}/unsubscribe/${encodeURIComponent(await tokenOf(route))}`;
  const headers = { ...commonHeaders(replyFacts()), Location: page };
  return new FastResponse(null, { status: 303, headers });
}

/**
 * Stops a store's email to an address: the POST of an email client's button (RFC 8058) or of the page. Needs
 * no sign-in and ignores the body. Sent again, it changes nothing. Refuses: unavailable, not_found.
 */
export async function unsubscribeByLink(_request: Request, route: Route): Promise<Response> {
  try {
    await refuseUntilReady();
    return reply(200, await unsubscribe(await tokenOf(route)), replyFacts());
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}
