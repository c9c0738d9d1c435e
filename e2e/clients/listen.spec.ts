import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { receiverSample } from "@/components/kit/webhooks/samples";
import { TRIGGERED_EVENTS } from "@/lib/cli/trigger";
import { freePort } from "@/lib/db/embedded/free-port";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { apiClient, baseUrl, makeActiveCard, send } from "../support/client";
import { startServer } from "../support/instance";
import { killOnExit } from "../support/programs";
import { startScrip } from "../support/scrip-process";
import { makeKey } from "../support/store";
import { test as base, expect } from "../webhooks/test";

type Listener = ReturnType<typeof startScrip> & { secret: string };

type Fixtures = {
  /** A key of the store's test store. */
  testKey: string;
  /** Starts `scrip listen` with that key, and waits until it listens. */
  listen: (words: string[], url?: string) => Promise<Listener>;
  /** Serves HTTP on loopback. Returns its URL. */
  serve: (handle: RequestListener) => Promise<string>;
};

const test = base.extend<Fixtures>({
  testKey: async ({ merchant }, use) => {
    const { secret } = await makeKey(await testStoreOf(merchant.merchantId));
    await use(secret);
  },
  listen: async ({ testKey }, use) => {
    const started: Listener[] = [];
    await use(async (words, url = baseUrl()) => {
      const variables = { SCRIP_KEY: testKey, SCRIP_URL: url };
      const program = startScrip(["listen", ...words], variables);
      await expect.poll(program.output).toContain("Press Ctrl-C to stop.");
      const secret = /whsec_\S+/.exec(program.output())?.[0] ?? "";
      const listener = { ...program, secret };
      started.push(listener);
      return listener;
    });
    for (const { interrupt } of started) expect(await interrupt()).toBe(0);
  },
  serve: async ({ browserName: _any }, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (handle) => {
      const server = createServer(handle);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
      return `http://localhost:${(server.address() as AddressInfo).port}`;
    });
    for (const server of servers) server.close();
  },
});

test("each trigger leads to its event, which the guide's receiver verifies with the printed secret", async ({
  listen,
  testKey,
}, testInfo) => {
  const port = String(await freePort());
  const forward = ["--forward", `http://localhost:${port}/webhooks/scrip`];
  const { secret, output } = await listen(forward);
  await writeFile(testInfo.outputPath("receiver.mjs"), receiverSample);
  const startReceiver = async (WEBHOOK_SECRET: string) => {
    const env = { ...process.env, WEBHOOK_SECRET, RECEIVER_PORT: port };
    const receiver = spawn(process.execPath, ["receiver.mjs"], { env, cwd: testInfo.outputDir });
    killOnExit(receiver);
    let printed = "";
    receiver.stdout.on("data", (text) => (printed += text));
    await expect.poll(() => printed).toContain(`Listening on port ${port}`);
    return { printed: () => printed, stop: () => receiver.kill() };
  };
  const trigger = async (event: string) => {
    const variables = { SCRIP_KEY: testKey, SCRIP_URL: baseUrl() };
    const program = startScrip(["trigger", event, "--json"], variables);
    expect(await program.ended, program.errors()).toBe(0);
    return JSON.parse(program.output());
  };

  const receiver = await startReceiver(secret);
  for (const event of TRIGGERED_EVENTS) {
    const { cardUuid } = await trigger(event);
    const line = new RegExp(`${event} +${cardUuid}  204  \\d+ ms\n`);
    await expect.poll(output).toMatch(line);
    expect(receiver.printed()).toContain(`Verified: ${event} `);
  }
  expect(receiver.printed()).not.toContain("Wrong signature");
  receiver.stop();

  const other = await startReceiver("whsec_other");
  await trigger("card.activated");
  await expect.poll(other.printed).toContain("Wrong signature");
  await expect.poll(output).toContain("  401 failed  ");
  other.stop();
  expect((await listen([])).secret).toBe("");
  expect((await listen(forward)).secret).toBe(secret);
});

test("each event of 20 cards activated at once is forwarded once @instances", async ({
  listen,
  serve,
  testKey,
}) => {
  const received: string[] = [];
  const url = await serve((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    response.end();
  });
  await listen(["--forward", url]);
  const till = apiClient(testKey);
  await Promise.all(Array.from({ length: 20 }, () => makeActiveCard(till, { amountCents: 100 })));
  await expect.poll(() => received.length).toBe(40);
  expect(new Set(received).size).toBe(40);
});

test("a stopping server ends waits at once, and a listener goes on after the restart with what it missed", async ({
  listen,
  testKey,
}) => {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const start = () => startServer({ DATABASE_URL: process.env.DATABASE_URL ?? "", PORT: port });
  const server = await start();
  const { output, errors } = await listen(["--events", "card.activated"], url);
  const headers = { Authorization: `Bearer ${testKey}` };
  const read = async (query: string) => send(`/api/v1/test/events${query}`, { headers }, url);
  const { cursor } = (await read("")).body;
  const waiting = read(`?after=${cursor}&waitSeconds=25`);
  await expect.poll(async () => (await read(`?after=${cursor}`)).status).toBe(200);

  const stopped = server.stop();
  expect(await waiting).toMatchObject({ status: 200, body: { events: [] } });
  await stopped;
  await expect.poll(errors).toContain(`Can't reach Scrip at ${url}. The connection was refused.`);

  const { uuid } = await makeActiveCard(apiClient(testKey), { amountCents: 100 });
  const restarted = await start();
  try {
    await expect.poll(output).toContain(`card.activated        ${uuid}\n`);
    expect(errors()).toContain("Reconnected.");
    expect(output()).not.toContain("card.balance_changed");
  } finally {
    await restarted.stop();
  }
});

test("a wrong key, a live key, another server and an older one are named", async ({
  merchant,
  serve,
  testKey,
}) => {
  const answerWith = (status: number, body: string) => (path: string) =>
    path.endsWith("/me") && status === 404 && body.startsWith("{")
      ? ([200, '{"store":{"name":"Shop"}}'] as const)
      : ([status, body] as const);
  const fake = (answer: ReturnType<typeof answerWith>) =>
    serve((request, response) => {
      const [status, body] = answer(request.url ?? "");
      response.writeHead(status, { Location: "https://scrip.example.com/" }).end(body);
    });
  const failure = async (key: string, url: string) => {
    const program = startScrip(["listen"], { SCRIP_KEY: key, SCRIP_URL: url });
    expect(await program.ended).toBe(1);
    expect(program.output()).toBe("");
    return program.errors();
  };
  expect(await failure(merchant.keyA, baseUrl())).toContain("This is a live key. Use a test key.");
  expect(await failure(`${testKey}x`, baseUrl())).toContain("doesn't accept the API key");
  const notScrip = await fake(answerWith(404, "<html>"));
  expect(await failure(testKey, notScrip)).toContain("doesn't respond like Scrip (status 404)");
  const old = await fake(answerWith(404, '{"error":"not_found","message":"Not found."}'));
  expect(await failure(testKey, old)).toContain("is older than this command. Update it");
  const redirecting = await fake(answerWith(308, ""));
  expect(await failure(testKey, redirecting)).toContain("redirects to https://scrip.example.com/");
  const nowhere = `http://localhost:${await freePort()}`;
  expect(await failure(testKey, nowhere)).toContain(`Can't reach Scrip at ${nowhere}. `);
});
