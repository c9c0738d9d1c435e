import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { generateSecret, requestHeaders } from "@/lib/domain/webhooks/signature";
import { curlSample, nodeSample, pythonSample } from "./samples";

const execFileAsync = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "scrip-samples-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Case = [secrets: string[], body: string, header?: string];

// Each program reads a list of cases and prints whether each is signed. An undefined header is missing.
const nodeProgram = `${nodeSample}
const cases = JSON.parse(process.argv[2]);
process.stdout.write(JSON.stringify(cases.map((given) => isSigned(...given))));`;

const pythonProgram = `${pythonSample}
import json
import sys

def check(secrets, body, header=None):
    return is_signed(secrets, body.encode(), header)

print(json.dumps([check(*given) for given in json.loads(sys.argv[1])]))`;

/** Writes the Node sample as a program. Returns its path. */
function writeNodeProgram(): string {
  const file = join(folder, "sample.mjs");
  writeFileSync(file, nodeProgram);
  return file;
}

const verdicts = async ([command, ...program]: [string, ...string[]], cases: Case[]) =>
  JSON.parse((await execFileAsync(command, [...program, JSON.stringify(cases)])).stdout);

test.each([
  ["Node", () => [process.execPath, writeNodeProgram()] as [string, ...string[]]],
  ["Python", () => ["python3", "-c", pythonProgram] as [string, ...string[]]],
])("the %s sample accepts what the service signs, and nothing else", async (_, program) => {
  const secret = generateSecret();
  const body = '{"event":"card.debited","data":{"note":"café"}}';
  const header = requestHeaders([secret], "e", body)["X-Service-Signature"] ?? "";
  const accepted: Case[] = [
    [[secret], body, header],
    [["whsec_other", secret], body, header],
    [[secret, "whsec_other"], body, header],
  ];
  const keyedWithNothing = createHmac("sha256", "").update(body).digest("hex");
  const refused: Case[] = [
    [[secret], `${body} `, header],
    [[`${secret}x`], body, header],
    [[secret], body, header.toUpperCase()],
    [[secret], body, ""],
    [[secret], body, "é"],
    [[secret], body],
    [[], body, header],
    [[""], body, keyedWithNothing],
  ];
  expect(await verdicts(program(), accepted)).toEqual(accepted.map(() => true));
  expect(await verdicts(program(), refused)).toEqual(refused.map(() => false));
});

test("the shell sample sends an event that the Node sample accepts", async () => {
  const secret = generateSecret();
  let received: Case = [[secret], ""];
  const receiver = createServer(async (request, response) => {
    const header = String(request.headers["x-service-signature"]);
    received = [[secret], await text(request), header];
    response.end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const script = join(folder, "sample.sh");
  writeFileSync(script, curlSample(`http://127.0.0.1:${port}/hook?it's=$(false)&a%20b`));
  await execFileAsync("sh", [script], { env: { ...process.env, WEBHOOK_SECRET: secret } });
  receiver.close();
  expect(await verdicts([process.execPath, writeNodeProgram()], [received])).toEqual([true]);
});
