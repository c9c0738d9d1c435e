import { startEmbedded } from "@/lib/db/embedded/embedded";

// A separate process for crash tests: keeps the database in the given folder running until it is killed.
const { url } = await startEmbedded({ dataDir: process.argv[2] ?? "" });
console.log(url);
setInterval(() => {}, 1_000);
