import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

/** The file with the sign-in and the test key of the demo store. */
export const demoFile = (): string => join(env().dataDir, "demo.json");

/** Whether this instance has a demo store. Never in production. */
export const hasDemo = (): boolean => !env().production && existsSync(demoFile());
