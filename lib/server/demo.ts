import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Demo, demoFile, seedDemo } from "../db/seed";

const SavedDemo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** The demo store: created if the instance has no stores, or saved by an earlier start, or null. */
export async function loadDemo(): Promise<Demo | null> {
  const created = await seedDemo();
  if (created || !existsSync(demoFile())) return created;
  return SavedDemo.parse(JSON.parse(readFileSync(demoFile(), "utf8")));
}
