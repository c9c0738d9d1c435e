import { updateRates } from "../fx/update-rates";
import { expireGifts } from "../gifts/expire";
import { sweep } from "../ledger/sweep";
import { verifySlices } from "../ledger/verify-slices";
import { forgetMail } from "../outbox/forget";
import { sendMails } from "../outbox/send-mails";
import { ageBalances } from "../reports/age-balances";
import { closeDays } from "../reports/close-days";
import { deliverDue, wake } from "../webhooks/dispatch";
import { forgetDeliveries } from "../webhooks/forget";

type Job = {
  /** When a host without a process of its own calls the job's cron route; as in vercel.json. */
  schedule: string;
  run: () => Promise<object>;
  /** What a process of its own does instead, as often as it can. */
  tick?: { schedule: string; run: () => unknown };
};

/** Work that is due by the clock, by the name of its cron route; each tells what it did. */
export const JOBS: Readonly<Record<string, Job>> = {
  webhooks: {
    schedule: "* * * * *",
    run: deliverDue,
    tick: { schedule: "* * * * * *", run: wake },
  },
  outbox: {
    schedule: "* * * * *",
    run: sendMails,
    tick: { schedule: "*/5 * * * * *", run: sendMails },
  },
  // The day's rates come on working days about 16:00 in Frankfurt.
  fx: { schedule: "7 * * * *", run: updateRates },
  housekeeping: {
    schedule: "*/15 * * * *",
    run: async () => ({
      giftsExpired: await expireGifts(),
      storesClosed: await closeDays(),
      aged: await ageBalances(),
      checked: await verifySlices(),
      removed: { ...(await sweep()), ...(await forgetDeliveries()), ...(await forgetMail()) },
    }),
  },
};
