import { lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { env } from "../env";
import { ATTEMPT_TIMEOUT_MS } from "./schedule";

const lookupAll = promisify(lookup);
const QUERY_TIMEOUT_MS = 3_000;
const OTHER_FAMILY_MS = 500;

/**
 * Every address of a name. Asks the name servers, without the few threads that the system's own
 * look-up shares with file access; a private deployment also has its hosts file.
 */
export async function resolve(host: string): Promise<string[]> {
  if (env().webhookAllowPrivateNetworks) {
    const found = await lookupAll(host, { all: true });
    return found.map(({ address }) => address);
  }
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
  const deadline = setTimeout(() => resolver.cancel(), ATTEMPT_TIMEOUT_MS);
  try {
    const queries = [resolver.resolve4(host), resolver.resolve6(host)];
    // A name server that keeps silent about one family does not hold up the other for long.
    const first = Promise.any(queries).catch(() => {});
    const hurry = first.then(() => sleep(OTHER_FAMILY_MS)).then(() => resolver.cancel());
    const answers = await Promise.allSettled(queries);
    hurry.catch(() => {});
    const addresses = answers.flatMap((a) => (a.status === "fulfilled" ? a.value : []));
    if (addresses.length > 0) return addresses;
    throw answers[0]?.status === "rejected" ? answers[0].reason : new Error("no address");
  } finally {
    clearTimeout(deadline);
  }
}
