import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { env } from "../env";

const Demo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });
/** How to sign in to the demo store, and a key of it that works. */
export type Demo = z.infer<typeof Demo>;

/** The demo store of this data folder, kept in `demo.json`; null when there is none. */
export function readDemo(): Demo | null {
  const path = join(env().dataDir, "demo.json");
  return existsSync(path) ? Demo.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}
