import type { Shape } from "@/lib/context";
import type { Operation } from "./reference";

export const languages = ["curl", "node", "python"] as const;
export type Language = (typeof languages)[number];
export const languageWords: Record<Language, string> = {
  curl: "curl",
  node: "Node",
  python: "Python",
};

type Call = { method: string; url: string; headers: Record<string, string>; body: unknown };

/** A program that makes the operation's example request; the key comes from SCRIP_KEY. */
export function sampleOf(
  operation: Operation,
  shape: Shape,
  language: Language,
  origin: string,
): string {
  return writers[language](callOf(operation, shape, origin));
}

function callOf(operation: Operation, shape: Shape, origin: string): Call {
  const { method, path, parameters, queryExample, request, answer } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters.find((one) => one.name === name)?.example ?? name),
  );
  const query = new URLSearchParams(queryExample).toString();
  const key = parameters.find(({ name }) => name === "Idempotency-Key");
  const differs = !answer.same || request?.same === false;
  return {
    method,
    url: `${origin}/api/v1${filled}${query && `?${query}`}`,
    headers: {
      ...(differs ? { "Scrip-Shape": shape } : {}),
      ...(key?.example ? { "Idempotency-Key": key.example } : {}),
      ...(request ? { "Content-Type": "application/json" } : {}),
    },
    body: request?.[shape].example,
  };
}

function curl({ method, url, headers, body }: Call): string {
  const lines = [
    `curl ${method === "GET" || body !== undefined ? "" : `-X ${method} `}${quoted(url)}`,
    '-H "Authorization: Bearer $SCRIP_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ];
  if (method !== "GET" && method !== "POST" && body !== undefined) {
    lines[0] = `curl -X ${method} ${quoted(url)}`;
  }
  return lines.join(" \\\n  ");
}

function node({ method, url, headers, body }: Call): string {
  const given = { ...headers };
  const lines = Object.entries(given).map(([name, value]) => `    "${name}": "${value}",`);
  const sent =
    body === undefined ? "" : `\n  body: JSON.stringify(${indented(toJson(body), "  ")}),`;
  return `const response = await fetch("${url}", {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.SCRIP_KEY}\`,
${lines.map((line) => `${line}\n`).join("")}  },${sent}
});
console.log(response.status, await response.json());`;
}

function python({ method, url, headers, body }: Call): string {
  const lines = Object.entries(headers).map(([name, value]) => `        "${name}": "${value}",`);
  const sent =
    body === undefined
      ? ""
      : `\n    data=json.dumps(${indented(toPython(body), "    ")}).encode(),`;
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['SCRIP_KEY']}",
${lines.map((line) => `${line}\n`).join("")}    },${sent}
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`;
}

const writers: Record<Language, (call: Call) => string> = { curl, node, python };

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

// Outside strings, Python names these three otherwise.
const toPython = (value: unknown) =>
  JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (found, word?: string) =>
      word ? ({ true: "True", false: "False", null: "None" }[word] ?? found) : found,
  );

const indented = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** A word of a shell's command, whatever it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
