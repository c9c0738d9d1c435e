import { CodeFrame } from "@/components/kit/ui/code-block";
import { type CodeLanguage, highlight } from "./highlight";
import { CopySample } from "./sample-key";

type Props = { code: string; language: CodeLanguage; copyLabel?: string };

/** Highlighted code. It shows and copies the reader's test key, if they created one. */
export const Code = ({ code, language, copyLabel }: Props) => (
  <CodeFrame copy={<CopySample code={code} label={copyLabel} />}>
    {highlight(code, language)}
  </CodeFrame>
);

export const Snippet = ({ title, ...code }: Props & { title: string }) => (
  <figure className="grid min-w-0 content-start gap-1">
    <figcaption className="text-sm font-medium text-muted">{title}</figcaption>
    <Code {...code} />
  </figure>
);
