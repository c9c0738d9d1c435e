import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { startEmbedded } from "@/lib/db/embedded";
import { freePort } from "@/lib/db/free-port";
import { startServer } from "../support/instance";
import { expect, test } from "../support/test";

const Demo = z.object({ apiKey: z.string() });

/** An instance of its own, as a fresh clone's: its folder, its port, and a till of its demo store. */
async function freshInstance() {
  const dataDir = mkdtempSync(join(tmpdir(), "scrip-restart-"));
  chmodSync(dataDir, 0o711);
  const port = await freePort();
  const call = async (method: string, path: string, body?: object) => {
    const { apiKey } = Demo.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")));
    const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    return await response.json();
  };
  return {
    start: () => startServer({ SCRIP_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: "" }),
    call,
    verify: () => {
      const env = { ...process.env, SCRIP_DATA_DIR: dataDir, DATABASE_URL: "" };
      const answer = execFileSync(process.execPath, [".build/scrip.mjs", "ledger", "verify"], {
        env,
      });
      return JSON.parse(answer.toString());
    },
    remove: async () => {
      const { home, stop } = await startEmbedded({ dataDir });
      await stop();
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"] as const) {
  test(`after a ${signal} the next start has every card, balance and key`, async () => {
    test.setTimeout(120_000);
    const instance = await freshInstance();
    try {
      const first = await instance.start();
      const { uuid } = await instance.call("POST", "/cards", { currency: "USD" });
      await instance.call("POST", `/cards/${uuid}/activate`, { amountCents: 2_500 });
      await first.stop(signal);

      const second = await instance.start();
      expect(await instance.call("GET", `/cards/${uuid}/balance`)).toMatchObject({
        balanceCents: 2_500,
        status: "active",
      });
      await second.stop();
      expect(instance.verify()).toMatchObject({ ok: true, problems: [] });
    } finally {
      await instance.remove();
    }
  });
}
