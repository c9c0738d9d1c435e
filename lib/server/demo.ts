import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Demo, demoFile, seedDemo } from "../db/seed";

const SavedDemo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** Creates the demo store if there are no stores, or loads an earlier one; null if there is none. */
export async function loadDemo(): Promise<Demo | null> {
  const created = await seedDemo();
  if (created || !existsSync(demoFile())) return created;
  return SavedDemo.parse(JSON.parse(readFileSync(demoFile(), "utf8")));
}
