import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { freePort } from "@/lib/db/embedded/free-port";
import { apiClient, makeCard, send } from "../support/client";
import { startServer } from "../support/instance";
import { expect, test } from "../support/test";

const CONFIGURATION_VARIABLES = [
  "DATABASE_URL",
  "AUTH_SECRET",
  "ENCRYPTION_KEY",
  "CRON_SECRET",
  "SMTP_URL",
  "TRUSTED_PROXY_HOPS",
];

/** Runs a built program with only these of our variables set. */
function run(program: string, words: string[], variables: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: "production" as const, ...variables };
  for (const name of CONFIGURATION_VARIABLES)
    if (!(name in variables)) Reflect.deleteProperty(env, name);
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [`.build/${program}.mjs`, ...words], { env }, (failure, out, err) =>
      resolve({ code: failure ? Number(failure.code ?? -1) : 0, output: out + err }),
    );
  });
}

test("production starts neither server nor operator command without its variables, and names each that is missing", async () => {
  const [APP_URL, AUTH_SECRET] = [
    "https://cards.example",
    "a secret of at least 32 characters, or so",
  ];
  const programs: [program: string, words: string[]][] = [
    ["server", []],
    ["scrip", ["merchant", "list"]],
  ];
  await Promise.all(
    programs.map(async ([program, words]) => {
      const [bare, partly] = await Promise.all([
        run(program, words, { APP_URL }),
        run(program, words, { APP_URL, AUTH_SECRET, CRON_SECRET: "short" }),
      ]);
      expect(bare.code, bare.output).toBe(1);
      for (const name of CONFIGURATION_VARIABLES) expect(bare.output).toContain(name);

      expect(partly.code, partly.output).toBe(1);
      expect(partly.output).toContain("DATABASE_URL, ENCRYPTION_KEY, SMTP_URL, TRUSTED_PROXY_HOPS");
      expect(partly.output).toContain("CRON_SECRET must have at least 16 characters");
      expect(partly.output).not.toContain(AUTH_SECRET);
    }),
  );
});

test("a server whose starter died while it was starting ends, and does not run on without an end", async () => {
  const starter = `import { spawn } from "node:child_process";
    const stdio = ["ignore", "pipe", "pipe", "ipc"];
    const server = spawn(process.execPath, [".build/server.mjs"], { stdio });
    process.stdout.write(String(server.pid), () => process.kill(process.pid, "SIGKILL"));`;
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: String(await freePort()) };
  const printed = execFileSync(
    "bash",
    ["-c", '"$0" --input-type=module -e "$1" || true', process.execPath, starter],
    { env },
  );
  const pid = Number(printed.toString());
  expect(pid).toBeGreaterThan(1);
  const isRunning = () => existsSync(`/proc/${pid}`);
  try {
    await expect.poll(isRunning).toBe(false);
  } finally {
    if (isRunning()) process.kill(pid, "SIGKILL");
  }
});

test("no code, key or password of a request is in the log", async ({ merchant, sql }) => {
  const port = await freePort();
  const database = new URL(process.env.DATABASE_URL ?? "");
  database.searchParams.set("lock_timeout", "200");
  const server = await startServer({
    DATABASE_URL: database.href,
    PORT: String(port),
    LOG_LEVEL: "trace",
  });
  const base = `http://localhost:${port}`;
  const till = apiClient(merchant.keyA, base);
  try {
    const { code, uuid } = await makeCard(till);
    await till.post("/cards/load", { code, amountCents: 100 });
    await till.post("/cards/lookup", { code });
    await till.post("/cards/lookup", { code: `${code}7` });
    await till.post("/cards", { currency: code, [code]: code });
    await till.post(`/cards/${uuid}/claim`, { email: "ada@example.com", claimCode: code });
    await till.post(`/cards/${code}/debit`, { amountCents: 1 });
    await till.get(`/cards?code=${code}`);
    const { email, password } = merchant;
    const signUp = {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: base },
      body: JSON.stringify({ email, password }),
    };
    await send("/api/portal/sign-up", signUp, base);
    const busy = await sql.begin(async (tx) => {
      await tx`select from cards where id = ${uuid} for update`;
      return await till.post("/cards/load", { code, amountCents: 100 });
    });
    expect(busy.status).toBe(503);

    // The 503 is logged, which proves that this test sees the log.
    await expect.poll(server.output).toContain(busy.body.requestId);
    const log = server.output().toUpperCase();
    for (const secret of [code, code.replaceAll("-", ""), merchant.keyA, merchant.password]) {
      expect(log).not.toContain(secret.toUpperCase());
    }
  } finally {
    await server.stop();
  }
});
