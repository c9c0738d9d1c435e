import { startReceiver } from "../support/receiver";

// A separate process, so that its CPU doesn't count as the sender's.
const { url } = await startReceiver();
process.send?.(url);
process.on("disconnect", () => process.exit(0));
