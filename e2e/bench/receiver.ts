import { startReceiver } from "../support/receiver";

// A process of its own, so that what it costs is not counted as the sender's.
const { url } = await startReceiver();
process.send?.(url);
process.on("disconnect", () => process.exit(0));
