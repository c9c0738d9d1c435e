import type { Refusal } from "@/lib/base/errors";
import { isReady } from "@/lib/db/client/readiness";
import { authenticate } from "./principals";
import { refuseUntilReady } from "./readiness";
import { factsOf } from "./request-id";
import { replyRefusal } from "./respond";

/** Refuses a request below /api/v1 that no route can take: 401 without a valid key, else `refusal`. */
export async function refuseCaller(request: Request, refusal: Refusal): Promise<Response> {
  const facts = factsOf(request);
  try {
    if (!isReady()) await refuseUntilReady();
    await authenticate(request, { scope: "cards:read" });
    return replyRefusal(refusal, facts);
  } catch (thrown) {
    return replyRefusal(thrown, facts);
  }
}
