import { pg } from "@/lib/db/client/client";

/** Transactions are prepared for milliseconds, unless a node was killed meanwhile. */
const STUCK_AFTER_SECONDS = 5;

export type CitusHealth = {
  /** Transactions that have been prepared for longer than 5 s, on all nodes that respond. */
  stuckTransactions: number;
  /** How often Citus looks for them and ends them; negative for never. */
  recoveryIntervalSeconds: number;
};

/** What the coordinator of a Citus cluster knows of prepared transactions. */
export async function citusHealth(): Promise<CitusHealth> {
  const count = `select count(*) from pg_prepared_xacts where database = current_database()
    and prepared < now() - interval '${STUCK_AFTER_SECONDS} seconds'`;
  const [row] = await pg()<CitusHealth[]>`
    select coalesce(sum(result::int), 0)::int as "stuckTransactions",
      extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float8
        as "recoveryIntervalSeconds"
    from run_command_on_all_nodes(${count}, give_warning_for_connection_errors := true) where success`;
  if (!row) throw new Error("a sum returned no row");
  return row;
}
