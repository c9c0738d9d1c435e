import { execFileSync, spawn } from "node:child_process";
import { makeCard } from "../support/client";
import { startServer } from "../support/instance";
import { makeInstance } from "../support/own-instance";
import { expect, test } from "../support/test";

/** Runs `npm start`. Returns its output, and a way to stop npm alone. */
async function startByNpm(variables: Record<string, string>) {
  const env = { ...process.env, ...variables };
  const npm = spawn("npm", ["start"], { stdio: ["ignore", "pipe", "inherit"], env });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    npm.once("exit", (code) => reject(new Error(`npm start ended with ${code}.`)));
    npm.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes("}'")) resolve();
    });
  });
  return { printed, end: (signal: NodeJS.Signals) => npm.kill(signal) };
}

const isUp = (url: string) =>
  fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

test("npm start survives kills with every card, balance and key", async ({ page, tolerate }) => {
  const instance = await makeInstance();
  const { url, variables } = instance;
  const till = () => instance.till(instance.demo().apiKey);
  const uuids: string[] = [];
  const expectEveryCard = async (when: string) => {
    for (const uuid of uuids) {
      const card = { uuid, balanceCents: 2_500, status: "active" };
      expect((await till().get(`/cards/${uuid}`)).body, when).toMatchObject(card);
    }
  };
  const addCard = async (uuid: string) => {
    await till().post(`/cards/${uuid}/activate`, { amountCents: 2_500 });
    uuids.push(uuid);
  };
  try {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const { printed, end } = await startByNpm(variables);
      try {
        await expectEveryCard(`before npm's ${signal}`);
        const printedAs = (what: RegExp) => what.exec(printed)?.[1] ?? "";
        const curl = printedAs(/(curl -X POST[\s\S]*?\}')/);
        const card = JSON.parse(execFileSync("bash", ["-c", `${curl} -sS`]).toString());
        expect(card).toMatchObject({ status: "inactive", currency: "USD", balanceCents: 0 });
        await addCard(card.uuid);
        if (signal === "SIGKILL") continue;
        // This instance has its own URL, which the page check treats as another host.
        tolerate(new RegExp(`^request to another host: ${url}/`));
        await page.goto(printedAs(/Sign in +(\S+)/));
        await page.getByLabel("Email").fill(printedAs(/email +(\S+)/));
        await page.getByLabel("Password").fill(printedAs(/password +(\S+)/));
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page).toHaveURL(/\/overview$/);
        await page.goto("about:blank");
      } finally {
        end(signal);
        await expect.poll(() => isUp(url), { timeout: 60_000, intervals: [50] }).toBe(false);
      }
    }
    const server = await startServer(variables);
    await expectEveryCard("before the server's SIGKILL");
    await addCard((await makeCard(till())).uuid);
    await server.stop("SIGKILL");
    const last = await startServer(variables);
    await expectEveryCard("at the end");
    await last.stop("SIGINT");
    expect(instance.scrip("ledger", "verify")).toMatchObject({ ok: true, problems: [] });
  } finally {
    await instance.remove();
  }
});
