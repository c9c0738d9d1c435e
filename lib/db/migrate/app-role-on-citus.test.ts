import { expect, onTestFinished, test } from "vitest";
import { closePool } from "@/lib/db/client/client";
import { spend } from "@/lib/domain/cards/spend";
import { startCitusCluster } from "@/lib/testing/citus-cluster";
import { WITHOUT_CITUS } from "@/lib/testing/cluster-of-buckets";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { migrate } from "./migrate";

const reason = WITHOUT_CITUS ? ` (skipped: ${WITHOUT_CITUS})` : "";

test.skipIf(WITHOUT_CITUS)(
  `the first bucket works before there is another one, with roles that were created on each node${reason}`,
  async () => {
    const { CITUS = "" } = process.env;
    configure({ CITUS: "true" });
    const { url, appUrl, coordinator, workers, remove } = await startCitusCluster(2);
    onTestFinished(async () => {
      await closePool();
      configure({ CITUS });
      await remove();
    });
    // Not a superuser, as in production.
    for (const node of [coordinator, ...workers])
      await node.query((sql) =>
        sql.unsafe(`set citus.enable_ddl_propagation = off; create role plain_owner login;
          alter database ${new URL(url).pathname.slice(1)} owner to plain_owner`),
      );
    await migrate(Object.assign(new URL(url), { username: "plain_owner" }).href, { appUrl });

    for (const node of [coordinator, ...workers]) {
      const [role] = await node.query(
        (sql) => sql<{ settings: string[] }[]>`
          select array(select split_part(unnest(setconfig), '=', 1) order by 1) as settings
          from pg_db_role_setting where setrole = 'scrip_app'::regrole`,
      );
      expect(role?.settings).toEqual([
        "citus.allow_nested_distributed_execution",
        "idle_in_transaction_session_timeout",
        "jit",
        "lock_timeout",
        "search_path",
        "statement_timeout",
      ]);
    }
    configure({ DATABASE_URL: appUrl });
    await closePool();
    const { ctx } = await createStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const { card } = await spend(ctx(), { cardId, amountCents: 100 });
    expect(card.balanceCents).toBe(900);
  },
  120_000,
);
