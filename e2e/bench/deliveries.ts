import { deliveryWorker } from "@/lib/webhooks/deliver";
import { onInstance } from "./instance";
import { addDeliveries, makeStoreWithWebhooks } from "./store-with-webhooks";

const DELIVERY_COUNT = 10_000;
const STORES = 20;

/** Delivers everything pending and prints the rate and this process's CPU cost. */
async function measureDelivery(title: string, count: number): Promise<void> {
  const cpu = process.cpuUsage();
  const startedAtMs = performance.now();
  let delivered = 0;
  while (delivered < count) {
    const run = await deliveryWorker.runDue();
    if (run.delivered === 0 || run.failed > 0) throw new Error(`stuck: ${JSON.stringify(run)}`);
    delivered += run.delivered;
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1_000 / delivered;
  const perSecond = Math.round(delivered / seconds);
  console.log(
    `${title}: ${delivered} in ${seconds.toFixed(1)} s, ${perSecond}/s, ${cpuMs.toFixed(2)} ms of CPU each`,
  );
}

await onInstance(10, async (url) => {
  await addDeliveries(await makeStoreWithWebhooks(url, 1), DELIVERY_COUNT, "pending");
  await measureDelivery("one webhook", DELIVERY_COUNT);
  for (let n = 0; n < STORES; n++) {
    await addDeliveries(await makeStoreWithWebhooks(url, 1), DELIVERY_COUNT / STORES, "pending");
  }
  await measureDelivery(`${STORES} stores`, DELIVERY_COUNT);
});
