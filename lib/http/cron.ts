import { replyFacts } from "../context";
import { Refusal } from "../errors";
import { JOBS } from "./jobs";
import { requireCronSecret } from "./principals";
import { refuseUntilReady } from "./readiness";
import { reply, replyRefusal } from "./respond";

/** Runs one job and responds with its summary. Refuses: unauthorized, not_found. */
export async function cronHandler(
  request: Request,
  { params }: { params: Promise<{ job: string }> },
): Promise<Response> {
  try {
    requireCronSecret(request);
    await refuseUntilReady();
    const { job } = await params;
    const due = Object.hasOwn(JOBS, job) ? JOBS[job] : undefined;
    if (!due) throw new Refusal("not_found");
    return reply(200, { job, ...(await due.run()) }, replyFacts());
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}
