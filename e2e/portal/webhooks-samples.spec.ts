import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { curlSample, nodeSample, pythonSample } from "@/components/webhooks/samples";
import { expect, test } from "../webhooks/test";

const run = promisify(execFile);

const nodeProgram = `${nodeSample}
const [secret, body, header] = process.argv.slice(2);
process.stdout.write(String(isSigned(secret, body, header)));`;

const pythonProgram = `${pythonSample}
import sys
print(is_signed(sys.argv[1], sys.argv[2].encode(), sys.argv[3]))`;

test("the samples in Node and Python accept a real delivery, and no other body, secret or header", async ({
  api,
  receiver,
  subscribe,
  activeCard,
}, testInfo) => {
  const { url, received } = await receiver();
  const { secret } = await subscribe(url);
  const { uuid } = await activeCard({ amountCents: 1_000 });
  await api.post(`/cards/${uuid}/debit`, { amountCents: 300 });
  await expect.poll(() => received.length).toBe(1);
  const body = received[0]?.body ?? "";
  const header = String(received[0]?.headers["x-service-signature"]);

  const nodeFile = testInfo.outputPath("sample.mjs");
  await writeFile(nodeFile, nodeProgram);
  for (const [command, ...program] of [
    [process.execPath, nodeFile],
    ["python3", "-c", pythonProgram],
  ] as const) {
    const isSigned = async (...given: [secret: string, body: string, header: string]) =>
      (await run(command, [...program, ...given])).stdout.trim().toLowerCase();
    expect(await isSigned(secret, body, header)).toBe("true");
    expect(await isSigned(secret, `${body} `, header)).toBe("false");
    expect(await isSigned(`${secret}x`, body, header)).toBe("false");
    expect(await isSigned(secret, body, header.toUpperCase())).toBe("false");
    expect(await isSigned(secret, body, "")).toBe("false");
    expect(await isSigned(secret, body, "é")).toBe("false");
  }
});

test("the shell sample signs as Scrip does, whatever the address contains", async ({
  receiver,
  subscribe,
}, testInfo) => {
  const { url, received } = await receiver();
  const { secret } = await subscribe(url);
  const script = testInfo.outputPath("sample.sh");
  await writeFile(script, curlSample(`${url}?it's=$(false)&a b`.replace(" ", "%20")));
  const env = {
    ...process.env,
    WEBHOOK_SECRET: secret,
    CURL_CA_BUNDLE: process.env.NODE_EXTRA_CA_CERTS,
  };
  await run("sh", [script], { env });
  await expect.poll(() => received.length).toBe(1);
  const nodeFile = testInfo.outputPath("sample.mjs");
  await writeFile(nodeFile, nodeProgram);
  const { body = "", headers } = received[0] ?? {};
  const given = [nodeFile, secret, body, String(headers?.["x-service-signature"])];
  expect((await run(process.execPath, given)).stdout.trim()).toBe("true");
});
