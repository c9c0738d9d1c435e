import { stopDispatching } from "@/lib/webhooks/dispatch";

// Loaded before the server: deliveries are queued as always, and left to `npm run bench:webhooks`.
await stopDispatching();
