import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { curlSample, nodeSample, pythonSample } from "@/components/webhooks/samples";
import { expect, test } from "../webhooks/test";

const execFileAsync = promisify(execFile);

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

test("the samples verify deliveries", async ({ connect, debit, receiver, subscribe }, testInfo) => {
  test.slow();
  await test.step("Node and Python", async () => {
    const { received, secret, uuid } = await connect();
    await debit(uuid, 300);
    await expect.poll(() => received.length).toBe(1);
    const body = received[0]?.body ?? "";
    const header = String(received[0]?.headers["x-service-signature"]);
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

    const nodeFile = testInfo.outputPath("sample.mjs");
    await writeFile(nodeFile, nodeProgram);
    for (const [command, ...program] of [
      [process.execPath, nodeFile],
      ["python3", "-c", pythonProgram],
    ] as const) {
      const verdicts = async (cases: Case[]) =>
        JSON.parse((await execFileAsync(command, [...program, JSON.stringify(cases)])).stdout);
      expect(await verdicts(accepted)).toEqual(accepted.map(() => true));
      expect(await verdicts(refused)).toEqual(refused.map(() => false));
    }
  });

  await test.step("the shell", async () => {
    const { url, received } = await receiver();
    const { secret } = await subscribe(url);
    const script = testInfo.outputPath("sample.sh");
    await writeFile(script, curlSample(`${url}?it's=$(false)&a b`.replace(" ", "%20")));
    const env = {
      ...process.env,
      WEBHOOK_SECRET: secret,
      CURL_CA_BUNDLE: process.env.NODE_EXTRA_CA_CERTS,
    };
    await execFileAsync("sh", [script], { env });
    await expect.poll(() => received.length).toBe(1);
    const nodeFile = testInfo.outputPath("sample.mjs");
    await writeFile(nodeFile, nodeProgram);
    const { body = "", headers } = received[0] ?? {};
    const cases: Case[] = [[[secret], body, String(headers?.["x-service-signature"])]];
    const { stdout } = await execFileAsync(process.execPath, [nodeFile, JSON.stringify(cases)]);
    expect(JSON.parse(stdout)).toEqual([true]);
  });
});
