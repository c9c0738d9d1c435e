import { batchWorker } from "../batches/work";
import { updateRates } from "../fx/update-rates";
import { expireGifts } from "../gifts/expire";
import { sweep } from "../ledger/sweep";
import { verifySlices } from "../ledger/verify-slices";
import { purgeMail } from "../outbox/jobs";
import { mailWorker } from "../outbox/send-mails";
import { pollDue } from "../platforms/poll";
import { platformWorker } from "../platforms/sync-worker";
import { ageBalances } from "../reports/age-balances";
import { closeDays } from "../reports/close-days";
import { deliveryWorker } from "../webhooks/deliver";
import { purgeDeliveries } from "../webhooks/purge-expired";

type Job = {
  /** When a host without a process of its own calls the job's cron route; as in vercel.json. */
  schedule: string;
  run: () => Promise<object>;
  /** What a process of its own does instead, as often as it can. */
  tick?: { schedule: string; run: () => unknown };
};

// Until the next tick.
const TICK_MS = 5_000;
const POLLING_MS = 5_000;

const pollAndLook = async () => {
  const { looks } = await pollDue(POLLING_MS);
  if (looks > 0) platformWorker.wake();
};

/** Work that is due by the clock, by the name of its cron route; each returns what it did. */
export const JOBS: Readonly<Record<string, Job>> = {
  webhooks: {
    schedule: "* * * * *",
    run: deliveryWorker.runDue,
    tick: { schedule: "* * * * * *", run: deliveryWorker.wake },
  },
  outbox: {
    schedule: "* * * * *",
    run: async () => {
      const [mails, platforms] = await Promise.all([mailWorker.runDue(), platformWorker.runDue()]);
      return { ...mails, platforms };
    },
    tick: {
      schedule: "*/5 * * * * *",
      run: () => {
        mailWorker.wake(TICK_MS);
        platformWorker.wake(TICK_MS);
      },
    },
  },
  batches: {
    schedule: "* * * * *",
    run: batchWorker.runDue,
    tick: { schedule: "* * * * * *", run: batchWorker.wake },
  },
  platforms: {
    schedule: "* * * * *",
    run: pollDue,
    // Short, so that a server that stops does not wait for it.
    tick: { schedule: "*/20 * * * * *", run: pollAndLook },
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
      removed: { ...(await sweep()), ...(await purgeDeliveries()), ...(await purgeMail()) },
    }),
  },
};
