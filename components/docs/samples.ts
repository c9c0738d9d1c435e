import { shellQuoted } from "@/components/webhooks/samples";
import type { ApiShape } from "@/lib/context";
import type { Operation } from "./reference";

export const languages = ["curl", "node", "python"] as const;
export type Language = (typeof languages)[number];
export const languageNames: Record<Language, string> = {
  curl: "curl",
  node: "Node",
  python: "Python",
};

type HttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
};

/** Sample code that sends the operation's example request. The API key comes from SCRIP_KEY. */
export const sampleOf = (
  operation: Operation,
  shape: ApiShape,
  language: Language,
  origin: string,
): string => writers[language](exampleRequest(operation, shape, origin));

function exampleRequest(operation: Operation, shape: ApiShape, origin: string): HttpRequest {
  const { method, path, parameters, queryExample, request, differs } = operation;
  const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleOf(name) ?? name)),
  );
  const query = new URLSearchParams(queryExample).toString();
  const idempotencyKey = exampleOf("Idempotency-Key");
  return {
    method,
    url: `${origin}/api/v1${filled}${query && `?${query}`}`,
    headers: {
      ...(differs && shape === "B" ? { "Scrip-Shape": shape } : {}),
      ...(idempotencyKey ? { "Idempotency-Key": String(idempotencyKey) } : {}),
      ...(request ? { "Content-Type": "application/json" } : {}),
    },
    body: request?.[shape].example,
  };
}

function curl({ method, url, headers, body }: HttpRequest): string {
  const defaultMethod = body === undefined ? "GET" : "POST";
  return [
    `curl ${method === defaultMethod ? "" : `-X ${method} `}${shellQuoted(url)}`,
    '-H "Authorization: Bearer $SCRIP_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");
}

function node({ method, url, headers, body }: HttpRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `    "${name}": "${value}",\n`);
  const json = JSON.stringify(body, null, 2)?.replaceAll("\n", "\n  ");
  return `const response = await fetch("${url}", {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.SCRIP_KEY}\`,
${lines.join("")}  },${json ? `\n  body: JSON.stringify(${json}),` : ""}
});
console.log(response.status, await response.json());`;
}

function python({ method, url, headers, body }: HttpRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `        "${name}": "${value}",\n`);
  const literal = pythonLiteral(body)?.replaceAll("\n", "\n    ");
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['SCRIP_KEY']}",
${lines.join("")}    },${literal ? `\n    data=json.dumps(${literal}).encode(),` : ""}
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`;
}

const writers: Record<Language, (request: HttpRequest) => string> = { curl, node, python };

const pythonKeywords: Record<string, string> = { true: "True", false: "False", null: "None" };

// Match strings too, so that a "true" inside a string is not replaced.
const pythonLiteral = (value: unknown): string | undefined =>
  JSON.stringify(value, null, 4)?.replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (match) => pythonKeywords[match] ?? match,
  );
