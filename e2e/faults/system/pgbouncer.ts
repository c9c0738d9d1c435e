import { preparePgBouncer } from "../../support/pgbouncer";
import type { Bouncer } from "./parts";
import { appUrlOf } from "./postgres";

/** The guide's settings, docs/operations/scale.md. */
const SETTINGS = {
  max_client_conn: 500,
  default_pool_size: 20,
  server_connect_timeout: 3,
  server_login_retry: 1,
  query_wait_timeout: 5,
};

/**
 * Starts a PgBouncer on `port`, in front of the app's database on `targetPort`. Throws if it isn't installed and
 * can't be, or doesn't run.
 */
export async function startBouncer({
  targetPort,
  port,
}: {
  targetPort: number;
  port: number;
}): Promise<Bouncer> {
  const bouncer = preparePgBouncer({ url: appUrlOf(targetPort), port, settings: SETTINGS });
  if (!bouncer) throw new Error("PgBouncer is not installed.");
  const start = async () => void (await bouncer.start());
  const stop = async () => {
    await bouncer.end("SIGKILL");
    bouncer.remove();
  };
  await start().catch(async (error) => {
    await stop();
    throw error;
  });
  return { port, kill: () => bouncer.end("SIGKILL"), start, stop };
}
