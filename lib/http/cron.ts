import { Refusal } from "../errors";
import { recordRun } from "./job-runs";
import { JOBS } from "./jobs";
import { observed } from "./observe";
import { requireCronSecret } from "./principals";
import { refuseUntilReady } from "./readiness";
import { factsOf } from "./request-id";
import { reply } from "./respond";

/** Runs one job and responds with its summary. Refuses: unauthorized, not_found. */
export const cronHandler = observed(async (request, { params }) => {
  requireCronSecret(request);
  await refuseUntilReady();
  const name = String((await params).job);
  const job = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
  if (!job) throw new Refusal("not_found");
  return reply(200, { job: name, ...(await recordRun(name, job.run)) }, factsOf(request));
});
