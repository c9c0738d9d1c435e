import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { startEmbedded } from "@/lib/db/embedded/embedded";
import { freePort } from "@/lib/db/embedded/free-port";
import { makeDataDir } from "@/lib/testing/throwaway-postgres";
import { apiClient } from "./client";

const DemoSchema = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** An instance with its own data folder, like a fresh clone. The test starts its server. */
export async function makeInstance() {
  const dataDir = makeDataDir();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = { SCRIP_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: "" };
  const read = (file: string) => JSON.parse(readFileSync(join(dataDir, file), "utf8"));
  return {
    url,
    variables,
    read,
    /** The sign-in and the API key of its demo store. */
    demo: () => DemoSchema.parse(read("demo.json")),
    till: (key: string) => apiClient(key, url),
    /** Runs the `scrip` command. */
    scrip: (...words: string[]) => {
      const env = { ...process.env, ...variables };
      const output = execFileSync(process.execPath, [".build/scrip.mjs", ...words], { env });
      return JSON.parse(output.toString());
    },
    remove: async () => {
      const { home, stop } = await startEmbedded({ dataDir });
      await stop();
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
