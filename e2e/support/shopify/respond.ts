import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults";

type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** The result of an operation. */
export type OperationResult = { status: number; json: object };

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };

function send(response: ServerResponse, { status, headers = {}, body = "" }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** Sends the result of `work`, or fails as `fault` says before or after running it. `slowMs` is how late it is if slow. */
export async function respond(
  response: ServerResponse,
  fault: Fault | null,
  work: () => Promise<OperationResult>,
  slowMs: number,
): Promise<void> {
  const before: Partial<Record<Fault, () => void>> = {
    reset: () => response.destroy(),
    unavailable: () => send(response, { status: 503, body: "unavailable" }),
    "too many": () => send(response, { status: 429, headers: { "Retry-After": "0.2" } }),
    redirect: () => send(response, { status: 302, headers: { Location: "/elsewhere" } }),
    hung: () => {},
  };
  if (fault && before[fault]) return before[fault]();

  const { status, json } = await work();
  const body = JSON.stringify(json);
  const after: Partial<Record<Fault, () => void>> = {
    "failed after": () => send(response, { status: 502, body: "bad gateway" }),
    lost: () => response.destroy(),
    "cut short": () => {
      response.writeHead(200, { ...JSON_TYPE, "Content-Length": String(body.length) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    },
    "no json": () => send(response, { status: 200, headers: JSON_TYPE, body: "<html>" }),
    "too large": () =>
      send(response, { status: 200, headers: JSON_TYPE, body: `"${"x".repeat(2 ** 21)}"` }),
  };
  if (fault === "slow") await sleep(slowMs, null, { ref: false });
  if (fault && after[fault]) return after[fault]();
  send(response, { status, headers: JSON_TYPE, body });
}
