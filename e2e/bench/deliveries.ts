import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { onInstance } from "./instance";
import { keep } from "./results.mjs";
import { addDeliveries, makeStoreWithWebhooks } from "./store-with-webhooks";

const DELIVERY_COUNT = Number(process.env.DELIVERIES ?? 10_000);
const STORES = 20;

/** Delivers everything pending, and prints and returns the rate and this process's CPU cost. */
async function measureDelivery(title: string, count: number) {
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
  return { title, delivered, perSecond, cpuMs };
}

await onInstance(10, async (url) => {
  await addDeliveries(await makeStoreWithWebhooks(url, 1), DELIVERY_COUNT, "pending");
  const one = await measureDelivery("one webhook", DELIVERY_COUNT);
  for (let n = 0; n < STORES; n++) {
    await addDeliveries(await makeStoreWithWebhooks(url, 1), DELIVERY_COUNT / STORES, "pending");
  }
  const many = await measureDelivery(`${STORES} stores`, DELIVERY_COUNT);
  keep("deliveries", { measured: [one, many] });
});
