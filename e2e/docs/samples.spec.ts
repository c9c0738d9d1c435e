import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { routes } from "@/app/api/v1/routes";
import { type Document, operationsOf } from "@/components/docs/reference";
import { languages, sampleOf } from "@/components/docs/samples";
import { openApi } from "@/lib/api/kernel/openapi";
import { expectEach } from "@/lib/testing/api/each";
import { SHAPES } from "@/lib/testing/api/shapes";
import { agreeOnTransfers } from "../support/agreements";
import { baseUrl, makeActiveCard } from "../support/client";
import { makeTestKey, openStore } from "../support/store";
import { test } from "../support/test";

const execFileAsync = promisify(execFile);

/** Runs a program with an API key. Returns all of its output, also if it fails. */
async function outputOf([program, args]: [string, string[]], key: string): Promise<string> {
  const env = { ...process.env, SCRIP_KEY: key };
  const failed = (error: { stdout: string; stderr: string }) => error;
  const { stdout, stderr } = await execFileAsync(program, args, { env }).catch(failed);
  return stdout + stderr;
}

/** In the example of a transfer. */
const OTHER_STORES_CODE = "M4TW-8ZQK-3HVB-2NSA";

/** How to run an example of each language. */
const COMMAND_OF: Record<(typeof languages)[number], (code: string) => [string, string[]]> = {
  curl: (code) => ["bash", ["-c", code]],
  node: (code) => [process.execPath, ["--input-type=module", "-e", code]],
  python: (code) => ["python3", ["-c", code]],
};

test("every operation's example works as pasted, in every language", async ({ sql }) => {
  const operations = operationsOf(openApi(routes) as unknown as Document);
  expect(operations.length).toBeGreaterThan(40);
  const partner = await openStore();
  const { code: toCode } = await makeActiveCard(partner.tills.A, { amountCents: 100 });
  // A store has only so many webhooks, and one of its customers gets only so many emails.
  const stores = await Promise.all(
    languages.map(async (language) => {
      const store = await openStore();
      await agreeOnTransfers(sql, store.merchantId, partner.merchantId);
      return { language, key: store.keyA, testKey: await makeTestKey(store) };
    }),
  );
  const examples = stores.flatMap(({ language, key, testKey }) =>
    operations.flatMap((operation) => {
      const shapes = operation.differs && language === "curl" ? SHAPES : (["A"] as const);
      return shapes.map((shape) => ({
        name: `${operation.slug}, Shape ${shape}, ${language}`,
        operation,
        key: operation.path.startsWith("/test/") ? testKey : key,
        command: COMMAND_OF[language](
          sampleOf(operation, shape, language, baseUrl()).replaceAll(OTHER_STORES_CODE, toCode),
        ),
      }));
    }),
  );
  await expectEach(examples, async ({ operation, key, command }) => {
    const output = await outputOf(command, key);
    expect(output).toMatch(/\S/);
    const [, code] = output.match(/"error":"(\w+)"|HTTP Error (\d+)/)?.filter(Boolean) ?? [];
    // The stores have no online shop.
    const refused = operation.id === "provisionBatch" ? /^(platform_not_connected|400)$/ : /^none$/;
    expect(code ?? "none", output).toMatch(refused);
  });
});

/** What a guide's commands need, other than a key and this server. */
const NOT_RUN: Record<string, RegExp> = {
  // The client's package, which typescript.spec.ts builds and runs.
  "clients.md": /.*/,
  // Other programs.
  "own-shop.md": /certificate/,
  "testing.md": /Forward|tunnels/,
  // Those of `scrip listen`, which listen.spec.ts runs, need a test key.
  "webhooks.md": /Forward|Start|Trigger/,
  // A loop of requests, which has a test of its own.
  "pagination.md": /^List/,
};

const readGuide = (name: string) =>
  readFileSync(`docs/guides/${name}`, "utf8").replaceAll("{{origin}}", baseUrl());

type Step = { title: string; command: string; response?: string };

/** The commands of a guide, each with the response that the guide shows for it. */
function stepsOf(guide: string): Step[] {
  const steps: Step[] = [];
  for (const [, kind, title = "", text = ""] of guide.matchAll(
    /^```(sh|json) (.*)\n([\s\S]*?)^```/gm,
  )) {
    const last = steps.at(-1);
    if (kind === "sh") steps.push({ title, command: text.replace(/^export SCRIP_KEY=.*$/m, "") });
    else if (title === "Response" && last) last.response = text;
  }
  return steps;
}

/** What a response in a guide says: without what "…" leaves out, and with any value for an ID or a code. */
const partialJson = (text: string): Record<string, unknown> =>
  JSON.parse(text.replace(/,?\s*…/g, ""), (key, value) =>
    /^(uuid|id|code|originalTransactionId)$/.test(key) ? expect.any(String) : value,
  );

const BETWEEN_STEPS = "the next step";

test("every guide's commands work as pasted, one after the other, and respond as shown", async ({
  merchant,
}) => {
  // The guide Testing moves the clock, which would end what the others create.
  const testKey = await makeTestKey(merchant);
  const runs = readdirSync("docs/guides").map((file) => {
    const key = file === "testing.md" ? testKey : merchant.keyA;
    return { name: file, file, key };
  });
  runs.push({ name: "quick-start.md in Shape B", file: "quick-start.md", key: merchant.keyB });
  let shownResponses = 0;
  await expectEach(runs, async ({ file, key }) => {
    const steps = stepsOf(readGuide(file)).filter(({ title }) => !NOT_RUN[file]?.test(title));
    if (steps.length === 0) return;
    const script = steps.map(({ command }) => command).join(`\necho\necho ${BETWEEN_STEPS}\n`);
    const output = await outputOf(["bash", ["--norc", "-euo", "pipefail", "-c", script]], key);
    expect(output).not.toMatch(/"error"|unbound|curl:/);
    expect(output).toMatch(/\{"|whsec_/);
    for (const [n, shown] of output.split(BETWEEN_STEPS).entries()) {
      const { response } = steps[n] ?? {};
      // The guides show the responses of Shape A.
      if (!response || key === merchant.keyB) continue;
      expect(JSON.parse(shown)).toMatchObject(partialJson(response));
      shownResponses++;
    }
  });
  expect(shownResponses).toBe(6);
});

test("the loop of the pages guide lists each transaction once", async () => {
  const { keyA, tills } = await openStore();
  for (const amountCents of [100, 200]) await makeActiveCard(tills.A, { amountCents });
  const [loop] = stepsOf(readGuide("pagination.md"));
  const command = loop?.command.replace("limit=100", "limit=1") ?? "";
  const output = await outputOf(["bash", ["-c", command]], keyA);
  expect(output.match(/"balanceAfterCents":\d+/g)).toEqual(
    [200, 100].map((cents) => `"balanceAfterCents":${cents}`),
  );
});
