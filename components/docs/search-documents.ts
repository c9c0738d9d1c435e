import type { Token, Tokens } from "marked";
import { REFUSALS } from "@/lib/base/errors";
import { EVENT_WORDS } from "@/lib/domain/webhooks/webhook";
import { anchorOf } from "./anchor";
import type { Guide } from "./pages";
import type { Operation } from "./reference";

/** What the search finds: a page, or a section of one. `keywords` are found but not shown. */
export type SearchDocument = {
  href: string;
  page: string;
  /** Empty for the page itself. */
  section: string;
  method?: string;
  keywords: string;
  text: string;
};

/** Everything that can be found in the docs: guides by section, error codes, events and operations. */
export const searchDocuments = (
  guides: ReadonlyMap<string, Guide>,
  operations: Operation[],
): SearchDocument[] => {
  const rowsOf = (path: string, meanings: [name: string, keywords: string, text: string][]) =>
    meanings.map(([section, keywords, text]) => ({
      href: `/docs/${path}#${section}`,
      page: guides.get(path)?.title ?? "",
      section,
      keywords,
      text,
    }));
  return [
    ...[...guides].flatMap(([path, guide]) => documentsOf(path, guide)),
    ...rowsOf(
      "errors",
      Object.entries(REFUSALS).map(([code, [status, text]]) => [code, `${status} error`, text]),
    ),
    ...rowsOf(
      "webhooks",
      Object.entries(EVENT_WORDS).map(([event, text]) => [event, `${event} webhook`, text]),
    ),
    ...operations.map(({ slug, method, path, summary, scope, notes }) => ({
      href: `/docs/api/${slug}`,
      page: summary,
      section: "",
      method,
      keywords: `${method} ${path} ${scope ?? ""}`,
      text: [path, ...notes].join(" ").replaceAll("`", ""),
    })),
  ];
};

function documentsOf(path: string, { title: page, lead, keywords, sections }: Guide) {
  const href = `/docs/${path}`;
  return [
    { href, page, section: "", keywords, text: lead },
    ...sections.map(({ title: section, tokens }) => ({
      href: `${href}#${anchorOf(section)}`,
      page,
      section,
      keywords: "",
      text: tokens.map(textOf).join(" ").replaceAll(PLACEHOLDER, "").replace(/\s+/g, " "),
    })),
  ];
}

/** What GuidePage fills in. */
const PLACEHOLDER = /\{\{[\w-]+\}\}/g;

function textOf(token: Token): string {
  const { type, text, tokens, items, header, rows } = token as Tokens.Generic;
  const blocks = items ?? (rows ? [...header, ...rows.flat()] : type === "pair" ? tokens : null);
  if (blocks) return blocks.map(textOf).join(" ");
  return tokens ? tokens.map(textOf).join("") : (text ?? "");
}
