import { freePort } from "@/lib/db/embedded/free-port";
import { openSession } from "@/lib/domain/people/sessions";
import { headersIn } from "@/lib/testing/portal";
import { apiClient, makeCard, send } from "../support/client";
import { startServer } from "../support/instance";
import { expect, test } from "../support/test";
import { startDatabaseProxy } from "./system/proxy";

test("while the database is away a server lives, isn't ready, refuses with 503 and logs one line; it recovers by itself", async ({
  merchant,
}) => {
  const proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? "");
  const port = await freePort();
  const variables = { DATABASE_URL: proxy.url, PORT: String(port), LOG_LEVEL: "info" };
  const server = await startServer(variables);
  const origin = `http://localhost:${port}`;
  const till = apiClient(merchant.keyA, origin);
  try {
    const { uuid } = await makeCard(till);
    const member = { userId: merchant.userId, merchantId: merchant.merchantId };
    const sessionId = await openSession(member, { address: "127.0.0.1", userAgent: "test" });
    expect((await send("/overview", { headers: await headersIn(sessionId) }, origin)).status).toBe(
      200,
    );
    await expect.poll(server.output).toMatch(/Create a store at|"digital"\}'/);
    const printedBefore = server.output().length;
    const allPrinted = () => server.output().slice(printedBefore).split("\n").filter(Boolean);
    const printed = () => allPrinted().filter((line) => !line.includes('"event":"request"'));
    proxy.refusing(true);
    await expect
      .poll(() => send("/api/ready", {}, origin))
      .toMatchObject({
        status: 503,
        body: { reason: "The database isn't responding." },
      });
    expect(await send("/api/health", {}, origin)).toMatchObject({ status: 200 });
    // Its jobs run every second.
    const untilMs = performance.now() + 4_000;
    let requests = 0;
    for (; requests < 6 || performance.now() < untilMs; requests++) {
      expect((await till.get(`/cards/${uuid}`)).status).toBe(503);
      await send("/api/ready", {}, origin);
      await send(`/balance/${merchant.slug}`, {}, origin);
      await send("/overview", { headers: await headersIn(sessionId) }, origin);
    }
    expect(printed()).toEqual([expect.stringContaining("the database isn't responding")]);
    // The line of each request names its outcome. The log keeps lines back for a moment.
    const refused = () => allPrinted().filter((line) => line.includes('"code":"unavailable"'));
    await expect.poll(() => refused().length).toBeGreaterThanOrEqual(requests);

    proxy.refusing(false);
    await expect.poll(() => send("/api/ready", {}, origin)).toMatchObject({ status: 200 });
    expect((await till.get(`/cards/${uuid}`)).status).toBe(200);
    const [, back] = printed();
    expect(JSON.parse(back ?? "{}")).toMatchObject({ msg: "the database is responding again" });
    expect(JSON.parse(back ?? "{}").failures).toBeGreaterThan(requests);
    expect(printed()).toHaveLength(2);
  } finally {
    await server.stop();
    await proxy.close();
  }
});
