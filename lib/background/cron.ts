import { observed } from "@/lib/api/kernel/observe";
import { requireCronSecret } from "@/lib/api/kernel/principals";
import { refuseUntilReady } from "@/lib/api/kernel/readiness";
import { factsOf } from "@/lib/api/kernel/request-id";
import { reply } from "@/lib/api/kernel/respond";
import { Refusal } from "@/lib/base/errors";
import { recordRun } from "./job-runs";
import { JOBS } from "./jobs";

/** Runs one job and responds with its summary. Refuses: unauthorized, not_found. */
export const cronHandler = observed(async (request, { params }) => {
  requireCronSecret(request);
  await refuseUntilReady();
  const name = String((await params).job);
  const job = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
  if (!job) throw new Refusal("not_found");
  return reply(200, { job: name, ...(await recordRun(name, job.run)) }, factsOf(request));
});
