import { CopyButton } from "./copy-button";

export const CodeBlock = ({ code, copyLabel }: { code: string; copyLabel?: string }) => (
  <div className="relative w-full min-w-0 rounded-md border bg-sunken p-3 pr-12 text-left">
    <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{code}</code>
    </pre>
    <CopyButton text={code} label={copyLabel} className="absolute top-1 right-1 print:hidden" />
  </div>
);
