import { mutant } from "./mutant.mjs";

const REPLICA = "lib/db/replica.ts";
const TEST = "lib/db/replica.test.ts";
const READS_TEST = "lib/history/replica-reads.test.ts";

/** What is read from a replica of the database, and when. */
export const replica = [
  mutant("A read never uses a check that asked the primary before it began.", REPLICA)
    .replacing(
      "    current.next = null;\n    const checking = check(target);",
      "    const checking = check(target).finally(() => {\n      current.next = null;\n    });",
    )
    .caughtBy(TEST, "a read doesn't join a check under way"),
  mutant("A replica that is behind serves no read.", REPLICA)
    .replacing("if (isCaughtUp) return", "if (isCaughtUp !== undefined) return")
    .caughtBy(TEST, "a replica that is behind serves no read")
    .caughtBy(READS_TEST, "lists, reports and exports come from a replica"),
  mutant("A promoted replica serves no read.", REPLICA)
    .replacing("if (!isStandby) return", "if (isStandby === undefined) return")
    .caughtBy(TEST, "a promoted replica isn't used"),
  mutant("A standby of the former primary serves no read.", REPLICA)
    .replacing("greatest(timeline_id, min_recovery_end_timeline)", "split_part(${history}, '/', 2)")
    .caughtBy(TEST, "a promoted replica isn't used"),
  mutant("A read that fails on the replica runs again on the primary.", REPLICA)
    .replacing("if (!isReplicaFailure(error)) throw error;", "throw error;")
    .caughtBy(TEST, "a replica that is killed during reads")
    .caughtBy(TEST, "a read that conflicts"),
  mutant("A query that takes too long isn't repeated on the primary.", REPLICA)
    .replacing("code !== STATEMENT_TIMEOUT && ", "")
    .caughtBy(TEST, "a query that takes too long"),
  mutant("During a fallback, reads don't wait for the replica.", REPLICA)
    .replacing("if (!fallback) return", "if (fallback !== undefined) return")
    .caughtBy(TEST, "a replica that doesn't respond"),
  mutant("A replica that doesn't respond isn't an outage of the database.", "lib/db/connection.ts")
    .replacing('if (connection.server === "replica") throw brokenReplicaError(error);', "")
    .caughtBy(TEST, "a replica that doesn't respond")
    .caughtBy(TEST, "a replica that refuses new connections"),
  mutant("A balance comes from the primary.", "lib/customers/customers.ts")
    .replacing(
      "return { items: await withHoldings(merchantId, items), total, nextCursor };",
      "return { items: await readFromReplica((from) => withHoldings(merchantId, items, from)), total, nextCursor };",
    )
    .caughtBy(READS_TEST, "balances, cards and settings never come from the replica"),
];
