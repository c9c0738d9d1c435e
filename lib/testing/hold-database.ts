import { startEmbedded } from "@/lib/db/embedded";

// A process of its own for tests of crashes: holds the database in the given folder until it is killed.
const { url } = await startEmbedded({ dataDir: process.argv[2] ?? "" });
console.log(url);
setInterval(() => {}, 1_000);
