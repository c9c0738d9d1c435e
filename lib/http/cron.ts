import { replyFacts } from "../context";
import { env } from "../env";
import { Refusal } from "../errors";
import { newId } from "../ids";
import { sameSecret, sha256 } from "../secrets";
import { JOBS } from "./jobs";
import { reply, replyRefusal } from "./respond";

/** Runs one job and answers what it did. Refuses: unauthorized, not_found. */
export async function cronHandler(
  request: Request,
  { params }: { params: Promise<{ job: string }> },
): Promise<Response> {
  const facts = replyFacts(`req_${newId()}`);
  try {
    if (!hasCronSecret(request)) {
      throw new Refusal("unauthorized", { message: "The cron secret is missing or wrong." });
    }
    const { job } = await params;
    const due = Object.hasOwn(JOBS, job) ? JOBS[job] : undefined;
    if (!due) throw new Refusal("not_found");
    return reply(200, { job, ...(await due.run()) }, facts);
  } catch (thrown) {
    return replyRefusal(thrown, facts, false);
  }
}

// Hashed first, so that the comparison does not tell the secret's length.
const hasCronSecret = (request: Request): boolean =>
  sameSecret(
    sha256(request.headers.get("authorization") ?? ""),
    sha256(`Bearer ${env().cronSecret}`),
  );
