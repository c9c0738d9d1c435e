// Deliberate bugs, which the program must find.
import { mutant } from "../mutants/mutant.mjs";

const BREAK_COMMITS = "kill postgres,end sessions,cut connections,fail over unfenced";
const BREAK_LITTLE = "slow network,bad shop";

/** Each with the faults that bring it to light. */
export const bugs = [
  {
    faults: BREAK_COMMITS,
    bug: mutant(
      "an answer before the commit is on disk",
      "lib/db/client/session-settings.ts",
    ).replacing('  jit: "off",\n', '  jit: "off",\n  synchronous_commit: "off",\n'),
  },
  {
    faults: BREAK_COMMITS,
    bug: mutant("a key row in another transaction", "lib/ledger/post/operation.ts").replacing(
      "await tx.execute(sql`select save_answer(",
      "await db().execute(sql`select save_answer(",
    ),
  },
  {
    faults: BREAK_LITTLE,
    bug: mutant("a lease that anyone can take", "lib/domain/shops/lease.ts").replacing(
      "const isFree = sql`(",
      "const isFree = sql`(true or ",
    ),
  },
  {
    faults: BREAK_LITTLE,
    bug: mutant("a lock order swapped", "lib/ledger/post/operation.ts").replacing(
      `      const locked = await lock(tx);
      return await runGuarded(ctx, tx, (inner) => change(inner, locked));`,
      "      return await runGuarded(ctx, tx, async (inner) => change(inner, await lock(inner)));",
    ),
  },
  {
    faults: BREAK_LITTLE,
    bug: mutant("a limit checked outside its lock", "lib/ledger/post/key-limits.sql").replacing(
      "perform pg_advisory_xact_lock(hashtextextended('key-amounts:' || p_actor, 0))",
      "perform 1",
    ),
  },
  {
    faults: BREAK_COMMITS,
    bug: mutant("an event after the commit", "lib/ledger/post/emit.ts").replacing(
      "const [row] = await tx.execute<{ deliveries: number }>(sql`",
      "const { db } = Object(globalThis)[Symbol.for('scrip.pool')].get('bucket_1');\n  const [row] = await db.execute<{ deliveries: number }>(sql`",
    ),
  },
];
