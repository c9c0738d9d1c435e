import { freePort } from "@/lib/db/embedded/free-port";
import { send } from "../support/client";
import { startServer } from "../support/instance";
import { openRaw } from "../support/raw";
import { expect, test } from "../support/test";

const get = (path: string, key = "") =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`;

for (const lane of ["direct", "next"]) {
  test(`a stopping server is first not ready and still serves, until the delay ends or a second signal comes (${lane})`, async ({
    merchant,
  }) => {
    const port = await freePort();
    const server = await startServer({
      DATABASE_URL: process.env.DATABASE_URL ?? "",
      PORT: String(port),
      API_LANE: lane,
      // Longer than this test.
      DRAIN_DELAY_SECONDS: "300",
    });
    const origin = `http://localhost:${port}`;
    const isRunning = () => process.kill(server.pid, 0);
    try {
      const kept = await openRaw(port);
      kept.write(get("/api/v1/cards", merchant.keyA));
      expect(await kept.answer()).toMatchObject({ status: 200 });
      expect(await send("/api/ready", {}, origin)).toMatchObject({ status: 200 });

      // As a service manager signals both start.mjs, which forwards the signal, and the server.
      for (let n = 0; n < 2; n++) process.kill(server.pid, "SIGTERM");
      await expect
        .poll(() => send("/api/ready", {}, origin))
        .toMatchObject({ status: 503, body: { reason: expect.stringContaining("draining") } });
      expect(await send("/api/health", {}, origin)).toMatchObject({ status: 200 });
      for (const connection of [kept, await openRaw(port)]) {
        connection.write(get("/api/v1/cards", merchant.keyA));
        const answer = await connection.answer();
        expect([answer?.status, answer?.headers.connection]).toEqual([200, "close"]);
      }
      expect((await send("/sign-in", {}, origin)).headers.get("connection")).toBe("close");
      expect(isRunning()).toBe(true);

      const ended = () => {
        try {
          return !process.kill(server.pid, "SIGTERM");
        } catch {
          return true;
        }
      };
      await expect.poll(ended, { intervals: [200] }).toBe(true);
    } finally {
      await server.stop("SIGKILL");
    }
  });
}
