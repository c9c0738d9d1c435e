import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/dev/webhook-receiver/route";
import { demoFile } from "@/lib/base/config/demo-file";
import { configure } from "@/lib/testing/configure";
import { demoReceiverUrl } from "./demo-receiver";
import { closeAgent } from "./outbound";
import { post, receiverAgent } from "./post";
import { checkUrl } from "./ssrf-guard";

const folder = mkdtempSync(join(tmpdir(), "scrip-receiver-"));
const route = { params: Promise.resolve({}) };
let paths: (string | undefined)[] = [];
const server = createServer(async (request, response) => {
  paths.push(request.url);
  sendNodeResponse(response, await POST(new NodeRequest({ req: request, res: response }), route));
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  configure({ SCRIP_DATA_DIR: folder, PORT: String(port) });
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  configure({ SCRIP_DATA_DIR: "", PORT: "" });
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  paths = [];
  writeFileSync(demoFile(), "{}");
});

/** Makes one attempt. No name has an address here. */
async function attempt(url: string, body = '{"event":"card.debited"}') {
  const agent = receiverAgent(async () => []);
  const posted = await post(agent, url, () => ({ "Content-Type": "application/json" }), body);
  closeAgent(agent);
  return posted;
}

test("with the demo store, its receiver gets the event at its one route, whatever the path", async () => {
  for (const path of ["till", "crm?a=b", "../../portal/cards"]) {
    expect(await attempt(demoReceiverUrl(path))).toMatchObject({
      delivered: true,
      httpStatus: 200,
    });
  }
  expect(new Set(paths)).toEqual(new Set(["/api/dev/webhook-receiver"]));
});

test("without the demo store, nothing is sent there, and the route is not found", async () => {
  rmSync(demoFile());
  expect(await attempt(demoReceiverUrl("till"))).toMatchObject({
    delivered: false,
    httpStatus: null,
  });
  expect(paths).toEqual([]);
  const request = new Request("http://localhost/api/dev/webhook-receiver", { method: "POST" });
  expect((await POST(request, route)).status).toBe(404);
});

test("the receiver reads at most 64 KB", async () => {
  const large = JSON.stringify({ event: "x".repeat(65 * 1024) });
  expect(await attempt(demoReceiverUrl("till"), large)).toMatchObject({ httpStatus: 413 });
});

test("no other URL leads to this machine, with the demo store or without", async () => {
  const { port } = server.address() as AddressInfo;
  const urls = [
    `https://127.0.0.1:${port}/api/dev/webhook-receiver`,
    `https://localhost:${port}/api/dev/webhook-receiver`,
    demoReceiverUrl("till").replace("https:", "http:"),
    demoReceiverUrl("till").replace(".example/", ".example:8443/"),
    demoReceiverUrl("till").replace("https://", "https://other."),
    "https://receiver.juniper-books.example.com/till",
  ];
  for (const url of urls) {
    expect(await attempt(url), url).toMatchObject({ delivered: false, httpStatus: null });
  }
  expect(paths).toEqual([]);
  for (const url of urls.slice(0, 3)) expect(() => checkUrl(url)).toThrow();
});
