import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Demo, demoFile, seedDemo } from "../db/seed";

const Kept = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** The demo store: made in an instance without stores, else as its first start kept it, or null. */
export async function openDemo(): Promise<Demo | null> {
  const made = await seedDemo();
  if (made || !existsSync(demoFile())) return made;
  return Kept.parse(JSON.parse(readFileSync(demoFile(), "utf8")));
}
