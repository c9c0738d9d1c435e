import { CopyButton } from "./copy-button";

export const CodeBlock = ({ code, what }: { code: string; what: string }) => (
  <div className="relative w-full min-w-0 rounded-md border bg-sunken p-3 pr-12 text-left">
    <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
      <code>{code}</code>
    </pre>
    <CopyButton text={code} what={what} className="absolute top-1 right-1 print:hidden" />
  </div>
);
