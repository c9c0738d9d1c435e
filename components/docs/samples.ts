import { shellQuoted } from "@/components/kit/webhooks/samples";
import type { ApiShape } from "@/lib/base/context";
import { type ExampleRequest, exampleRequest, VARIABLE_PATTERN } from "./example-request";
import type { Operation } from "./reference";
import { type Step, setupOf } from "./setups";

export const languages = ["curl", "node", "python"] as const;
export type Language = (typeof languages)[number];
export const languageNames: Record<Language, string> = {
  curl: "curl",
  node: "Node",
  python: "Python",
};

/**
 * Sample code that sends the operation's example request, after the steps that create what it works on. The
 * API key comes from SCRIP_KEY.
 */
export function sampleOf(
  operation: Operation,
  shape: ApiShape,
  language: Language,
  origin: string,
): string {
  const example = { ...exampleRequest(operation, shape), title: operation.summary };
  return writers[language](`${origin}/api/v1`, [...setupOf(operation), example]);
}

/** The steps use an Idempotency-Key. */
const needsKey = (steps: Step[]) => JSON.stringify(steps).includes("{KEY}");

function curl(url: string, steps: Step[]): string {
  const commands = steps.map(({ title, saves, ...request }) => {
    const command = curlCommand(url, request);
    const [variable, ...path] = saves ?? [];
    const saving = `${variable}=$(${command} \\\n  | sed -E ${sedScript(path)})`;
    // A straight apostrophe would open a quotation in shells without interactive comments.
    const comment = steps.length > 1 ? `# ${title.replaceAll("'", "’")}\n` : "";
    return comment + (saves ? saving : command);
  });
  return [...(needsKey(steps) ? ["KEY=$(openssl rand -hex 16)"] : []), ...commands].join("\n\n");
}

function curlCommand(url: string, { method, path, headers, body }: ExampleRequest): string {
  const defaultMethod = body === undefined ? "GET" : "POST";
  const inShell = (text: string) => text.replace(VARIABLE_PATTERN, "$$$1");
  return [
    `curl -sS ${method === defaultMethod ? "" : `-X ${method} `}"${url}${inShell(path)}"`,
    '-H "Authorization: Bearer $SCRIP_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${inShell(value)}"`),
    ...(body === undefined ? [] : [`-d ${quotedBody(body)}`]),
  ].join(" \\\n  ");
}

/** JSON in single quotes, with variables between them. */
const quotedBody = (body: unknown): string =>
  shellQuoted(JSON.stringify(body)).replace(VARIABLE_PATTERN, `'$$$1'`);

/** A script that leaves the field at this path, if it is the first of its object. */
function sedScript(path: (string | number)[]): string {
  const pattern = path
    .map((key, n) => (typeof key === "number" ? "\\[" : `${n > 0 ? "\\{" : ""}"${key}":`))
    .join("");
  return `'s/.*${pattern}"([^"]+)".*/\\1/'`;
}

/** How a language writes values and calls. */
type Syntax = {
  indent: number;
  keywords: Record<string, string>;
  /** A text with variables. */
  template: (text: string) => string;
  absent: string;
  key: (key: string | number) => string;
};

const identifier = (variable: string): string => variable.toLowerCase();

const JAVASCRIPT: Syntax = {
  indent: 2,
  keywords: {},
  template: (text) =>
    `\`${text.replace(VARIABLE_PATTERN, (_, name) => `\${${identifier(name)}}`)}\``,
  absent: "undefined",
  key: (key) => (typeof key === "number" ? `[${key}]` : `.${key}`),
};

const PYTHON: Syntax = {
  indent: 4,
  keywords: { true: "True", false: "False", null: "None" },
  template: (text) => `f"${text.replace(VARIABLE_PATTERN, (_, name) => `{${identifier(name)}}`)}"`,
  absent: "None",
  key: (key) => `[${JSON.stringify(key)}]`,
};

// Match strings too, so that a "true" inside a string is not replaced.
const JSON_TOKEN_PATTERN = /"(?:[^"\\]|\\.)*"?|\b(?:true|false|null)\b/g;

function literal(value: unknown, { indent, keywords, template }: Syntax): string {
  return JSON.stringify(value, null, indent).replace(JSON_TOKEN_PATTERN, (token) => {
    const [, only] = /^"\{([A-Z]+)\}"$/.exec(token) ?? [];
    if (only) return identifier(only);
    if (token.search(VARIABLE_PATTERN) > 0) return template(token.slice(1, -1));
    return keywords[token] ?? token;
  });
}

/** `api("POST", "/cards", …)`, with the field that the step saves. */
function call(step: Step, syntax: Syntax, prefix = ""): string {
  const { "Content-Type": _, ...headers } = step.headers;
  const hasHeaders = Object.keys(headers).length > 0;
  const values = [
    ...(step.body === undefined && !hasHeaders ? [] : [step.body]),
    ...(hasHeaders ? [headers] : []),
  ];
  const argumentTexts = [step.method, step.path, ...values].map((value) =>
    value === undefined ? syntax.absent : literal(value, syntax),
  );
  const [, ...path] = step.saves ?? [];
  const sent = `${prefix}api(${argumentTexts.join(", ")})`;
  return path.length > 0 ? `${prefix ? `(${sent})` : sent}${path.map(syntax.key).join("")}` : sent;
}

const NODE_HELPER = (url: string) => `const api = async (method, path, body, headers = {}) => {
  const response = await fetch(\`${url}\${path}\`, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.SCRIP_KEY}\`,
      "Content-Type": "application/json",
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
};`;

function node(url: string, steps: Step[]): string {
  const lines = steps.map((step, index) => {
    const sent = call(step, JAVASCRIPT, "await ");
    if (index === steps.length - 1) return `console.log(${sent});`;
    return step.saves ? `const ${identifier(step.saves[0])} = ${sent};` : `${sent};`;
  });
  return [
    NODE_HELPER(url),
    [...(needsKey(steps) ? ["const key = crypto.randomUUID();"] : []), ...lines].join("\n"),
  ].join("\n\n");
}

const PYTHON_HELPER = (url: string) => `def api(method, path, body=None, headers={}):
    request = urllib.request.Request(
        f"${url}{path}",
        method=method,
        headers={
            "Authorization": f"Bearer {os.environ['SCRIP_KEY']}",
            "Content-Type": "application/json",
            **headers,
        },
        data=None if body is None else json.dumps(body).encode(),
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)`;

function python(url: string, steps: Step[]): string {
  const lines = steps.map((step, index) => {
    const sent = call(step, PYTHON);
    if (index === steps.length - 1) return `print(${sent})`;
    return step.saves ? `${identifier(step.saves[0])} = ${sent}` : sent;
  });
  const modules = ["json", "os", "urllib.request", ...(needsKey(steps) ? ["uuid"] : [])];
  return [
    modules.map((name) => `import ${name}`).join("\n"),
    PYTHON_HELPER(url),
    [...(needsKey(steps) ? ["key = str(uuid.uuid4())"] : []), ...lines].join("\n"),
  ].join("\n\n");
}

const writers: Record<Language, (url: string, steps: Step[]) => string> = { curl, node, python };
