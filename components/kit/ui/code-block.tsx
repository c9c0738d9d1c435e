import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

type Props = {
  code: string;
  /** What is shown instead of the code, which is still what is copied. */
  shown?: string;
  copyLabel?: string;
};

export const CodeBlock = ({ code, shown = code, copyLabel }: Props) => (
  <CodeFrame copy={<CopyButton text={code} label={copyLabel} />}>{shown}</CodeFrame>
);

/** The frame of a code block, with its copy button in the corner. */
export const CodeFrame = ({ copy, children }: { copy: ReactNode; children: ReactNode }) => (
  <div className="relative w-full min-w-0 rounded-md border bg-sunken p-3 pr-12 text-left">
    <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{children}</code>
    </pre>
    <div className="absolute top-1 right-1 print:hidden">{copy}</div>
  </div>
);
