// Builds what the tests run, if the sources changed since.
import { ensureBuild } from "../../lib/server/prepare.mjs";

await ensureBuild({ isToShip: process.argv.includes("--to-ship") });
