import { freePort } from "@/lib/db/embedded/free-port";
import { startServer } from "./instance";
import type { Stoppable } from "./on-demand";
import { startPgBouncer } from "./pgbouncer";
import { startRoundRobin } from "./round-robin";

/**
 * Starts two instances behind a load balancer at `port`: one with the direct lane, and one with Next's lane
 * at `nextPort`. They connect through PgBouncer in transaction mode if it is installed. The database must
 * already be migrated.
 */
export async function startLoadBalancedServers(
  databaseUrl: string,
  { port, nextPort }: { port: number; nextPort: number },
): Promise<Stoppable> {
  const started: Stoppable[] = [];
  const stop = async () => {
    for (const one of started.splice(0).reverse()) await one.stop();
  };
  try {
    const bouncer = await startPgBouncer(databaseUrl);
    if (bouncer) started.push(bouncer);
    const shared = {
      APP_URL: `http://localhost:${port}`,
      ...(bouncer ? { DATABASE_URL: bouncer.url, DATABASE_PREPARE: "false" } : {}),
    };
    const directPort = await freePort();
    const lanes = { direct: directPort, next: nextPort };
    const servers = await Promise.allSettled(
      Object.entries(lanes).map(([lane, own]) =>
        startServer({ ...shared, API_LANE: lane, PORT: String(own) }),
      ),
    );
    for (const server of servers) {
      if (server.status === "fulfilled") started.push(server.value);
    }
    for (const server of servers) if (server.status === "rejected") throw server.reason;
    started.push(await startRoundRobin(port, Object.values(lanes)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
