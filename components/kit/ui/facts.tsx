import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y border-y">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-10 items-center justify-between gap-4 py-1.5">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="flex min-w-0 items-center gap-1 text-right break-all">{children}</dd>
  </div>
);

export const IdFact = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <span className="font-mono text-sm">{id}</span>
    <CopyButton text={id} label={useTranslations("common")("actions.copyNamed", { name })} />
  </Fact>
);

type Metadata = { metadata: Record<string, string> };

/** The key-value pairs that an integration attached. Renders nothing without pairs. */
export function MetadataList({ metadata }: Metadata) {
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) return null;
  return (
    <dl className="grid gap-0.5 text-sm">
      {pairs.map(([key, value]) => (
        <div key={key}>
          <dt className="mr-1 inline font-mono text-muted">{key}</dt>{" "}
          <dd className="inline wrap-anywhere break-normal">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Metadata among other facts. Renders nothing without pairs. */
export function MetadataFacts({ metadata }: Metadata) {
  const t = useTranslations("common");
  return (
    Object.keys(metadata).length > 0 && (
      <Fact name={t("metadata")}>
        <MetadataList metadata={metadata} />
      </Fact>
    )
  );
}
