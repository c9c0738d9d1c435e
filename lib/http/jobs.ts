import { sweep } from "../ledger/sweep";
import { sendMails } from "../outbox/send-mails";
import { closeDays } from "../reports/close-days";
import { deliverDue } from "../webhooks/dispatch";
import { forgetDeliveries } from "../webhooks/forget";

/** Work that is due by the clock, by the name of its cron route; each tells what it did. */
export const JOBS: Readonly<Record<string, { schedule: string; run: () => Promise<object> }>> = {
  webhooks: { schedule: "* * * * *", run: deliverDue },
  outbox: { schedule: "* * * * *", run: sendMails },
  housekeeping: {
    schedule: "*/15 * * * *",
    run: async () => ({
      storesClosed: await closeDays(),
      removed: { ...(await sweep()), ...(await forgetDeliveries()) },
    }),
  },
};
