import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { marked, type Token } from "marked";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { openApi } from "@/lib/api/kernel/openapi";
import { anchorOf } from "./anchor";
import { type Document, operationsOf } from "./reference";

const compileGuide = createRequire(import.meta.url)("./guide-loader.cjs");

const guidesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file));
const GUIDES = ["docs/guides", "docs/operations"].flatMap(guidesIn);
const FILES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
const TEXTS = [...GUIDES, ...guidesIn("docs/contributing"), ...FILES];

const read = (file: string) => readFileSync(file, "utf8");

function linksOf(tokens: Token[]): string[] {
  const links: string[] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type === "link") links.push(token.href);
  });
  return links;
}

/** How GitHub and the site call the headings of a file. */
function anchorsOf(file: string): { github: string[]; site: string[] } {
  const titles = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title);
  return {
    github: titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    ),
    site: titles.map(anchorOf),
  };
}

/** Whether a path of the site, such as /settings/api-keys, has a page or a route. */
function isPage(path: string): boolean {
  const operations = operationsOf(openApi(routes) as Document);
  if (path.startsWith("/docs/api/")) {
    return operations.some(({ slug }) => path === `/docs/api/${slug}`);
  }
  const page = ["app", "app/(portal)"].some((area) => existsSync(join(area, path, "page.tsx")));
  return page || existsSync(join("app", path, "route.ts"));
}

/** What is wrong with a link; null if it leads somewhere, in the repository and on the site. */
function problemOf(file: string, href: string): string | null {
  if (/^https?:/.test(href)) return null;
  if (href.startsWith("/")) return isPage(href) ? null : "no page (link to a guide's file)";
  const [path = "", anchor] = href.split("#");
  const target = path ? join(file, "..", path) : file;
  if (!existsSync(target)) return "no file";
  if (anchor === undefined) return null;
  const { github, site } = anchorsOf(target);
  return github.includes(anchor) && site.includes(anchor)
    ? null
    : "no heading, or another on GitHub";
}

test.each(TEXTS)("%s: every link leads to a file, heading or page", (file) => {
  const problems = linksOf(marked.lexer(read(file)))
    .map((href) => [href, problemOf(file, href)])
    .filter(([, problem]) => problem);
  expect(problems).toEqual([]);
});

test("on the site, links to guides lead to their pages, and other files are names", async () => {
  const pages = GUIDES.map((file) => file.replace(/^docs\/(guides\/)?(.*)\.md$/, "/docs/$2"));
  for (const resourcePath of GUIDES.map((file) => join(process.cwd(), file))) {
    const code: string = await compileGuide.call({ resourcePath }, read(resourcePath));
    const { sections } = JSON.parse(code.replace(/^export default (.*);$/, "$1"));
    const links = linksOf(sections.flatMap(({ tokens }: { tokens: Token[] }) => tokens));
    for (const link of links.filter((href) => /^\/docs\/(?!api\/)/.test(href))) {
      expect(pages, resourcePath).toContain(link.replace(/#.*/, ""));
    }
    expect(links.filter((href) => !/^(https:|\/|#)/.test(href))).toEqual([]);
  }
  const linked =
    "---\ntitle: T\n---\n## A\n\n[b](../guides/webhooks.md#events) [`c.yaml`](c.yaml)\n";
  const resourcePath = join(process.cwd(), "docs/operations/t.md");
  const code = await compileGuide.call({ resourcePath }, linked);
  expect(code).toContain('"href":"/docs/webhooks#events"');
  expect(code).toMatch(/"type":"codespan",[^}]*"text":"c.yaml"/);
});

test("of the guides, only Compatibility speaks of shape B", () => {
  const texts = ["components/docs/generated.tsx", ...GUIDES.filter((file) => /guides/.test(file))];
  const speaking = texts.filter((file) => /shape B|Scrip-Shape/i.test(read(file)));
  expect(speaking).toEqual(["docs/guides/compatibility.md"]);
});
