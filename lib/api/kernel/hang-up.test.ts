import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { POST as activate } from "@/app/api/v1/cards/[uuid]/activate/route";
import { log } from "@/lib/base/observe/log";
import { meters } from "@/lib/base/observe/metrics";
import { directLane } from "@/lib/server/direct-lane";
import { prepareRequest } from "@/lib/server/prepare-request";
import { storeWithKey } from "@/lib/testing/store";

const PATH = "/api/v1/cards/0197b5c1-7e2d-7a90-8c41-5d6e7f809a1b/activate";

/** How many requests to activate a card had each status. */
async function countsByStatus(): Promise<Record<string, number>> {
  const { values } = await meters().requests.get();
  const ofOperation = values.filter(({ labels }) => String(labels.operation).includes("activate"));
  return Object.fromEntries(ofOperation.map(({ labels, value }) => [labels.status, value]));
}

test.each([
  ["as soon as it has sent the headers", 0],
  ["while its body is read", 1],
])("a client that hangs up %s counts as hung up, not as our error", async (_, isRead) => {
  const { secret } = await storeWithKey();
  const direct = directLane();
  const next: RequestListener = (_, response) => response.writeHead(204).end();
  const server = createServer(prepareRequest({ next, direct, onlyThisMachine: false }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const before = await countsByStatus();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const headers = ["Host: localhost", `Authorization: Bearer ${secret}`, "Content-Length: 90"];
  const head = [`POST ${PATH} HTTP/1.1`, ...headers, "Content-Type: application/json"];
  const asked = once(server, "request");
  socket.write(`${head.join("\r\n")}\r\n\r\n{"amountCents":`);
  const [incoming] = (await asked) as [IncomingMessage];
  if (isRead) await expect.poll(() => incoming.listenerCount("end")).toBeGreaterThan(0);
  socket.resetAndDestroy();

  await expect.poll(async () => (await countsByStatus())["499"]).toBe((before["499"] ?? 0) + 1);
  expect({ ...(await countsByStatus()), 499: 0 }).toEqual({ ...before, 499: 0 });
  const { values } = await meters().requestDuration.get();
  expect(values.some(({ labels }) => labels.outcome === "hung_up")).toBe(true);
});

test("a body that breaks off on the way through Next counts alike, and logs no error", async () => {
  const { secret } = await storeWithKey();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"amountCents":')),
    pull: (controller) => controller.error(new Error("aborted")),
  });
  // Fetch requires it, and its types lack it.
  const untyped = { duplex: "half" };
  const request = new Request(`http://localhost:3000${PATH}`, {
    method: "POST",
    body,
    ...untyped,
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
  });
  const params = Promise.resolve({ uuid: PATH.split("/")[4] });
  const logged = [vi.spyOn(log(), "warn"), vi.spyOn(log(), "error")];
  expect((await activate(request, { params })).status).toBe(499);
  for (const spy of logged) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
