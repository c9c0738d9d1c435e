import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GET, POST } from "@/app/api/cron/[job]/route";
import { env } from "@/lib/base/config/env";
import { pg } from "@/lib/db/client/client";
import { createStore } from "@/lib/testing/store";
import { JOBS } from "./jobs";

async function call(job: string, authorization?: string, run = GET) {
  const headers = authorization === undefined ? undefined : { authorization };
  const request = new Request(`http://localhost:3000/api/cron/${job}`, { headers });
  const answer = await run(request, { params: Promise.resolve({ job }) });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, body: await answer.json() };
}

test("a job needs the cron secret, runs by GET and by POST, and returns what it did", async () => {
  const secret = env().cronSecret;
  const nearly = [`Bearer ${secret.slice(0, -1)}`, `Bearer x${secret}`, `Basic ${secret}`];
  for (const authorization of [undefined, "", secret, "Bearer", ...nearly]) {
    for (const job of ["housekeeping", "unknown"]) {
      const refused = await call(job, authorization);
      expect([refused.status, refused.body.error], authorization).toEqual([401, "unauthorized"]);
    }
  }
  // Exchange rates come from an external server; lib/domain/fx tests them with a local one.
  for (const run of [GET, POST]) {
    for (const job of Object.keys(JOBS).filter((name) => name !== "fx")) {
      expect(await call(job, `Bearer ${secret}`, run)).toMatchObject({
        status: 200,
        body: { job },
      });
    }
    for (const job of ["unknown", "constructor", "__proto__"]) {
      const absent = await call(job, `Bearer ${secret}`, run);
      expect([absent.status, absent.body.error]).toEqual([404, "not_found"]);
    }
  }
});

test("housekeeping closes days, ages balances and finds books that do not balance", async () => {
  const { id } = await createStore({ createdAt: new Date(Date.now() - 3 * 86_400_000) });
  await pg()`insert into card_counts (merchant_id, status, card_type, slot, count)
    values (${id}, 'disabled', 'physical', 7, 3)`;

  const { body } = await call("housekeeping", `Bearer ${env().cronSecret}`);

  expect(body).toMatchObject({ storesClosed: 1, aged: 1, checked: { passes: 1, problems: 1 } });
});

test("vercel.json calls every job on its schedule", () => {
  const { crons } = JSON.parse(readFileSync("vercel.json", "utf8"));
  const wanted = Object.entries(JOBS).map(([name, { schedule }]) => ({
    path: `/api/cron/${name}`,
    schedule,
  }));
  const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
  expect(crons.sort(byPath)).toEqual(wanted.sort(byPath));
});
