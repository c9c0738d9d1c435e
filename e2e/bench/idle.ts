import { deliveryWorker } from "@/lib/domain/webhooks/deliver";

// Loaded before the server, so deliveries stay queued; `npm run bench:webhooks` measures sending them.
await deliveryWorker.stop();
