import { common, createLowlight } from "lowlight";
import { Fragment, type ReactNode } from "react";
import { cx } from "@/components/kit/ui/cx";
import { replaceKey } from "./key-placeholder";
import { SampleKey } from "./sample-key";

const lowlight = createLowlight(common);

/** The languages of samples, by the name they have in Markdown. */
const grammars = {
  sh: "bash",
  curl: "bash",
  node: "javascript",
  js: "javascript",
  ts: "typescript",
  python: "python",
  php: "php",
  json: "json",
  yaml: "yaml",
  ini: "ini",
  sql: "sql",
  http: "plaintext",
  text: "plaintext",
} as const;
export type CodeLanguage = keyof typeof grammars;

/** The color of a token by the highlighter's class name. */
const tones: Record<string, string> = {
  "hljs-string": "text-positive",
  "hljs-attr": "text-info",
  "hljs-number": "text-attention",
  "hljs-literal": "text-attention",
  "hljs-variable": "text-attention",
  "hljs-subst": "text-ink",
  "hljs-keyword": "text-info",
  "hljs-built_in": "text-info",
  "hljs-meta": "text-subtle",
  "hljs-comment": "text-subtle",
  "hljs-title": "font-medium",
};

type Token = ReturnType<typeof lowlight.highlight>["children"][number];

// A word that no sample contains, which stays in one piece. It takes the place of the n-th API key of the code.
const MARK = /scripkey(\d+)mark/;

/** Code with colored tokens. Runs on the server, so that the browser loads no highlighter. */
export function highlight(code: string, language: CodeLanguage): ReactNode {
  const placeholders: string[] = [];
  const marked = replaceKey(code, (found) => `scripkey${placeholders.push(found) - 1}mark`);

  const text = (value: string): ReactNode =>
    value
      .split(MARK)
      .map((part, index) =>
        index % 2 === 0 ? part : <SampleKey key={part} placeholder={placeholders[Number(part)]} />,
      );

  const render = (tokens: readonly Token[]): ReactNode =>
    tokens.map((token, index) => {
      // Tokens never move.
      const key = `${index}`;
      if (token.type === "text") return <Fragment key={key}>{text(token.value)}</Fragment>;
      if (token.type !== "element") return null;
      const names = token.properties.className;
      const tone = Array.isArray(names) ? names.map((name) => tones[name]) : [];
      return (
        <span key={key} className={cx(...tone)}>
          {render(token.children)}
        </span>
      );
    });

  return render(lowlight.highlight(grammars[language], marked).children);
}
