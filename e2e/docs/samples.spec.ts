import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { routes } from "@/app/api/v1/routes";
import { type Document, operationsOf } from "@/components/docs/reference";
import { languages, sampleOf } from "@/components/docs/samples";
import { openApi } from "@/lib/http/openapi";
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
  // A loop of requests; docs.spec.ts runs it.
  "pagination.md": /^List/,
};

test("every guide's commands work as pasted, one after the other", async ({ merchant }) => {
  // The guide Testing moves the clock, which would end what the others create.
  const testKey = await makeTestKey(merchant);
  const guides = readdirSync("docs/guides").flatMap((name) => {
    const text = readFileSync(`docs/guides/${name}`, "utf8").replaceAll("{{origin}}", baseUrl());
    const commands = [...text.matchAll(/^```sh (.*)\n([\s\S]*?)^```/gm)]
      .filter(([, title = ""]) => !NOT_RUN[name]?.test(title))
      .map(([, , code = ""]) => code.replace(/^export SCRIP_KEY=.*$/m, ""));
    return commands.length > 0 ? [{ name, script: commands.join("\necho\n") }] : [];
  });
  expect(guides.length).toBeGreaterThan(10);
  await expectEach(guides, async ({ name, script }) => {
    const key = name === "testing.md" ? testKey : merchant.keyA;
    const output = await outputOf(["bash", ["--norc", "-euo", "pipefail", "-c", script]], key);
    expect(output).not.toMatch(/"error"|unbound|curl:/);
    expect(output).toMatch(/\{"|whsec_/);
  });
});
