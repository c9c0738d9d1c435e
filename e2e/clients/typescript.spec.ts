import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { createClient, ScripError, verifyWebhook, WebhookVerificationError } from "scrip-client";
import { baseUrl } from "../support/client";
import { expect } from "../support/test";
import { test } from "../webhooks/test";
import { cutShort, hang, loseResponse, respondWith, startFlakyProxy } from "./flaky-proxy";

const execFileAsync = promisify(execFile);
const tsc = (...args: string[]) =>
  execFileAsync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), ...args]);

const apiUrl = () => `${baseUrl()}/api/v1`;

/** The error that this request fails with. */
const errorOf = async (request: Promise<unknown>): Promise<ScripError> => {
  const error = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ScripError)) throw new Error(`Expected a ScripError, got ${error}`);
  return error;
};

/** The code of the guide, as one program. */
async function guideCode(): Promise<string> {
  const guide = await readFile("docs/guides/clients.md", "utf8");
  const blocks = [...guide.matchAll(/^```ts .*\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  expect(blocks).toHaveLength(2);
  return blocks.join("\n").replaceAll("{{origin}}", baseUrl());
}

test("a till of ten calls compiles against the built package without a cast, and runs, in both shapes", async ({
  merchant,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "scrip-till-"));
  try {
    const modules = join(folder, "node_modules");
    const installed = join(modules, "scrip-client");
    await mkdir(installed, { recursive: true });
    await tsc("-p", "clients/typescript", "--outDir", join(installed, "dist"));
    await cp("clients/typescript/package.json", join(installed, "package.json"));
    for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
      await symlink(resolve("node_modules", name), join(modules, name));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const file of ["till-a.ts", "till-b.ts"]) {
      const source = await readFile(join("e2e/clients", file), "utf8");
      expect(source).not.toMatch(/\bas\b (?!the)|: any|<any>|!\.|!;/);
      await writeFile(join(folder, file), source);
    }
    const strict =
      "--ignoreConfig --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess".split(" ");
    const modern = "--target es2022 --lib es2023,dom,dom.iterable --module nodenext".split(" ");
    await writeFile(join(folder, "guide.ts"), await guideCode());
    const files = ["till-a.ts", "till-b.ts", "guide.ts"].map((file) => join(folder, file));
    const types = ["--typeRoots", resolve("node_modules/@types"), "--types", "node"];
    await tsc(...strict, ...modern, ...types, ...files);

    const seen = async (shape: "a" | "b", key: string) => {
      const run = `const [, till, ...given] = process.argv;
        const { dayAtTheTill } = await import(till);
        console.log(JSON.stringify(await dayAtTheTill(...given)));`;
      const args = [
        "--input-type=module",
        "-e",
        run,
        join(folder, `till-${shape}.js`),
        apiUrl(),
        key,
      ];
      return JSON.parse((await execFileAsync(process.execPath, args, { cwd: folder })).stdout);
    };
    const day = {
      balances: [5_000, 4_050, 4_500],
      hold: ["held", "captured"],
      reversal: "reversed",
    };
    const amounts = [450, 1_500, 1_500, 950, 5_000];
    // A key's own shape doesn't matter to a client.
    expect(await seen("a", merchant.keyB)).toMatchObject({
      ...day,
      statuses: ["inactive", "active", "active"],
      amounts,
    });
    expect(await seen("b", merchant.keyA)).toMatchObject({
      ...day,
      statuses: ["unactivated", "active", "active"],
      amounts: [...amounts, ...amounts],
    });
    const env = { ...process.env, SCRIP_KEY: merchant.keyA };
    const { stdout } = await execFileAsync(process.execPath, [join(folder, "guide.js")], { env });
    const printed = stripVTControlCharacters(stdout).split("\n");
    expect(printed).toEqual(expect.arrayContaining(["1550", "Redeemed 950"]));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a redemption whose responses are lost is retried with the same key and moves money once", async ({
  merchant,
  activeCard,
  api,
}) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const proxy = await startFlakyProxy(
    loseResponse,
    cutShort,
    respondWith(503, { "Retry-After": "1" }),
  );
  const scrip = createClient({ baseUrl: proxy.url, key: merchant.keyA });
  const { card } = await scrip.POST("/cards/{uuid}/debit", {
    params: { path: { uuid } },
    body: { amountCents: 300 },
  });
  expect(card.balanceCents).toBe(700);
  expect((await api.get(`/cards/${uuid}`)).body).toMatchObject({ balanceCents: 700 });
  expect((await api.get(`/transactions?cardUuid=${uuid}`)).body.total).toBe(2);
  expect(proxy.keys).toHaveLength(4);
  expect(new Set(proxy.keys).size).toBe(1);
  expect(proxy.keys[0]).toMatch(/^[0-9a-f-]{36}$/);

  const again = await scrip.POST("/cards/{uuid}/debit", {
    params: { path: { uuid }, header: { "Idempotency-Key": "receipt-1" } },
    body: { amountCents: 300 },
  });
  expect(again.card.balanceCents).toBe(400);
  expect(proxy.keys[4]).toBe("receipt-1");
  await proxy.stop();
});

test("a client waits as long as Retry-After says, unless that is beyond its time", async ({
  merchant,
}) => {
  const proxy = await startFlakyProxy(
    respondWith(429, { "Retry-After": "1" }),
    null,
    respondWith(429, { "Retry-After": "60" }),
  );
  const scrip = createClient({ baseUrl: proxy.url, key: merchant.keyA, timeoutMs: 20_000 });
  const startedMs = performance.now();
  await scrip.GET("/me");
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
  const error = await errorOf(scrip.GET("/me"));
  expect(error.status).toBe(429);
  expect(proxy.keys).toHaveLength(3);
  await proxy.stop();
});

test("a client gives up after its retries or its time, and says so with the request's key", async ({
  merchant,
}) => {
  const lost = await startFlakyProxy(loseResponse, loseResponse, loseResponse, loseResponse);
  const retrying = createClient({ baseUrl: lost.url, key: merchant.keyA, maxRetries: 1 });
  const failed = await errorOf(retrying.POST("/cards", { body: { currency: "USD" } }));
  expect([failed.status, failed.code]).toEqual([0, "network_error"]);
  expect(lost.keys).toEqual([failed.idempotencyKey, failed.idempotencyKey]);
  // A repeated DELETE would return 404 if the first one succeeded.
  const params = { path: { id: crypto.randomUUID() } };
  expect((await errorOf(retrying.DELETE("/webhooks/{id}", { params }))).code).toBe("network_error");
  expect(lost.keys).toHaveLength(3);
  await lost.stop();

  const slow = await startFlakyProxy(hang, hang);
  const hurried = createClient({ baseUrl: slow.url, key: merchant.keyA, timeoutMs: 300 });
  const late = await errorOf(hurried.POST("/cards", { body: { currency: "USD" } }));
  expect([late.status, late.code]).toEqual([0, "timeout"]);
  expect(new Set(slow.keys)).toEqual(new Set([late.idempotencyKey]));
  const stopped = hurried.GET("/me", { signal: AbortSignal.abort(new Error("No customer")) });
  await expect(stopped).rejects.toThrow("No customer");
  await slow.stop();
});

test("a declined request throws an error with its code, details and request ID", async ({
  merchant,
  activeCard,
}) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const scrip = createClient({ baseUrl: apiUrl(), key: merchant.keyA });
  const params = { path: { uuid } };
  const debit = (amountCents: number) =>
    scrip.POST("/cards/{uuid}/debit", { params, body: { amountCents } });

  const declined = await errorOf(debit(2_000));
  expect(declined).toMatchObject({ name: "ScripError", status: 400, code: "insufficient_balance" });
  expect(declined.details.balanceCents).toBe(1_000);
  expect(declined.requestId).toMatch(/^req_/);
  expect(declined.message).toBe(declined.details.message);

  const invalid = await errorOf(debit(0));
  expect([invalid.code, invalid.fields]).toEqual([
    "invalid_request",
    [{ path: "amountCents", message: "must be at least 1" }],
  ]);
  const unknown = createClient({ baseUrl: apiUrl(), key: "scrip_live_none" });
  expect(await errorOf(unknown.GET("/me"))).toMatchObject({ status: 401, code: "unauthorized" });
});

test("a list yields every item once, whatever the size of its pages", async ({
  merchant,
  activeCard,
}) => {
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.push((await activeCard({ amountCents: 100 })).uuid);
  for (const shape of ["A", "B"] as const) {
    const scrip = createClient({ baseUrl: apiUrl(), key: merchant.keyA, shape });
    const listed: string[] = [];
    for await (const { uuid } of scrip.list("/cards", { params: { query: { limit: 2 } } })) {
      listed.push(uuid);
    }
    expect(listed.toSorted()).toEqual(made.toSorted());
    const rest: string[] = [];
    const query = { limit: 2, offset: 3 };
    for await (const { uuid } of scrip.list("/cards", { params: { query } })) rest.push(uuid);
    expect(rest).toEqual(listed.slice(3));
  }
});

test("a delivered webhook verifies with its secret, also during a rotation, and no other one does", async ({
  connect,
  debit,
}) => {
  const { received, uuid, secret } = await connect();
  await debit(uuid, 300);
  await expect.poll(() => received.length).toBe(1);
  const [delivered] = received;
  if (!delivered) throw new Error("Nothing was delivered.");
  const { body, headers } = delivered;
  const event = await verifyWebhook(body, headers, secret);
  expect(event).toMatchObject({
    event: "card.debited",
    data: { cardUuid: uuid, amountCents: 300 },
  });
  const former = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(await verifyWebhook(Buffer.from(body), headers, [former, secret])).toEqual(event);
  const asFetched = new Headers(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  const seconds = Number(headers["webhook-timestamp"]);
  const at = (offset: number) => ({ now: new Date((seconds + offset) * 1_000) });
  expect(await verifyWebhook(body, asFetched, secret, at(299))).toEqual(event);
  expect(
    await verifyWebhook(body, headers, secret, { ...at(-900), toleranceSeconds: 1_000 }),
  ).toEqual(event);

  for (const forged of [
    () => verifyWebhook(body.replace("300", "900"), headers, secret),
    () => verifyWebhook(body, headers, former),
    () => verifyWebhook(body, { ...headers, "webhook-id": crypto.randomUUID() }, secret),
    () => verifyWebhook(body, { ...headers, "webhook-signature": "v1,not base64" }, secret),
    () => verifyWebhook(body, {}, secret),
    () => verifyWebhook(body, headers, secret, at(301)),
    () => verifyWebhook(body, headers, secret, at(-301)),
  ]) {
    await expect(forged()).rejects.toThrow(WebhookVerificationError);
  }
  await expect(verifyWebhook(body, headers, "")).rejects.toThrow("must start with whsec_");
});
