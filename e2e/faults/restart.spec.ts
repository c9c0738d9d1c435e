import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { startEmbedded } from "@/lib/db/embedded";
import { freePort } from "@/lib/db/free-port";
import { makeDataDir } from "@/lib/testing/data-dir";
import { startServer } from "../support/instance";
import { expect, test } from "../support/test";

const Demo = z.object({ apiKey: z.string() });

/** An instance of its own, as a fresh clone's: its folder, its port, and a till of its demo store. */
async function freshInstance() {
  const dataDir = makeDataDir();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const call = async (method: string, path: string, body?: object) => {
    const { apiKey } = Demo.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")));
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    return await response.json();
  };
  return {
    start: () => startServer({ SCRIP_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: "" }),
    /** As a person does. Gives what it printed, and a way to end npm, which tells nobody below it. */
    startByNpm: async () => {
      const env = { ...process.env, SCRIP_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: "" };
      const npm = spawn("npm", ["start"], { stdio: ["ignore", "pipe", "inherit"], env });
      let printed = "";
      await new Promise<void>((settle, reject) => {
        npm.once("exit", (code) => reject(new Error(`npm start ended with ${code}.`)));
        npm.stdout.on("data", (chunk: Buffer) => {
          printed += chunk;
          if (printed.includes("}'")) settle();
        });
      });
      return { printed, end: (signal: NodeJS.Signals) => npm.kill(signal) };
    },
    address,
    isUp: () =>
      fetch(`${address}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
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

test("npm start survives kills with every card, balance and key", async ({ page, tolerate }) => {
  test.setTimeout(180_000);
  const instance = await freshInstance();
  const uuids: string[] = [];
  const expectEveryCard = async (when: string) => {
    for (const uuid of uuids) {
      const card = { uuid, balanceCents: 2_500, status: "active" };
      expect(await instance.call("GET", `/cards/${uuid}`), when).toMatchObject(card);
    }
  };
  const addCard = async (uuid: string) => {
    await instance.call("POST", `/cards/${uuid}/activate`, { amountCents: 2_500 });
    uuids.push(uuid);
  };
  try {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const { printed, end } = await instance.startByNpm();
      await expectEveryCard(`before npm's ${signal}`);
      const told = (what: RegExp) => what.exec(printed)?.[1] ?? "";
      const curl = told(/(curl -X POST[\s\S]*?\}')/);
      const card = JSON.parse(execFileSync("bash", ["-c", `${curl} -sS`]).toString());
      expect(card).toMatchObject({ status: "inactive", currency: "USD", balanceCents: 0 });
      await addCard(card.uuid);
      // An instance of its own is another host than that of the other tests.
      tolerate(new RegExp(`^request to another host: ${instance.address}/`));
      await page.context().clearCookies();
      await page.goto(told(/Sign in +(\S+)/));
      await page.getByLabel("E-mail address").fill(told(/e-mail +(\S+)/));
      await page.getByLabel("Password").fill(told(/password +(\S+)/));
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(/\/overview$/);
      await page.goto("about:blank");

      end(signal);
      await expect.poll(instance.isUp, { timeout: 60_000, intervals: [50] }).toBe(false);
    }
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      const server = await instance.start();
      await expectEveryCard(`before the server's ${signal}`);
      const { uuid } = await instance.call("POST", "/cards", { currency: "USD" });
      await addCard(uuid);
      await server.stop(signal);
    }
    const last = await instance.start();
    await expectEveryCard("at the end");
    await last.stop();
    expect(instance.verify()).toMatchObject({ ok: true, problems: [] });
  } finally {
    await instance.remove();
  }
});
