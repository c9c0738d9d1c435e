import fc from "fast-check";
import { test } from "vitest";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { twoAgreedStores } from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { SEED, scaled } from "@/lib/testing/random";
import { expectAsModel, operationsOn } from "@/lib/testing/stores-model";

liftPersonalQuotas();

const SEQUENCES = scaled(6);

test(`${SEQUENCES} random sequences of gifts, transfers and debits leave two stores as a model has them`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  await fc.assert(
    fc.asyncProperty(operationsOn(4), async (list) => {
      const [home, away] = await twoAgreedStores();
      await expectAsModel([home, home, away, away], list);
    }),
    { seed: SEED, numRuns: SEQUENCES },
  );
  await expectNoProblems();
});
