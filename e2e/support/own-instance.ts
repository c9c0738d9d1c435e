import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { startEmbedded } from "@/lib/db/embedded";
import { freePort } from "@/lib/db/free-port";
import { makeDataDir } from "@/lib/testing/data-dir";

const Demo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });

/** An instance with its own data folder, as of a fresh clone; the test starts its server. */
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
    demo: () => Demo.parse(read("demo.json")),
    /** Calls the API with a key; throws for a refusal. */
    till: (key: string) => async (method: "GET" | "POST", path: string, body?: object) => {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: body && JSON.stringify(body),
      });
      const json = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
      return json;
    },
    /** Runs the operator command. */
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
