import { deliveryWorker } from "@/lib/webhooks/deliver";

// Loaded before the server: deliveries are queued as always, and left to `npm run bench:webhooks`.
await deliveryWorker.stop();
