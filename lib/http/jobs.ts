import { sweep } from "../ledger/sweep";
import { closeDays } from "../reports/close-days";

/** Work that is due by the clock, by the name of its cron route; each tells what it did. */
export const JOBS: Readonly<Record<string, { schedule: string; run: () => Promise<object> }>> = {
  housekeeping: {
    schedule: "*/15 * * * *",
    run: async () => ({ storesClosed: await closeDays(), removed: await sweep() }),
  },
};
