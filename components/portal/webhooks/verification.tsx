import { useTranslations } from "next-intl";
import { Tabs } from "radix-ui";
import { CodeBlock } from "@/components/kit/ui/code-block";
import { curlSample, nodeSample, phpSample, pythonSample } from "@/components/kit/webhooks/samples";

const samples = [
  { id: "node", label: "Node", code: () => nodeSample },
  { id: "python", label: "Python", code: () => pythonSample },
  { id: "php", label: "PHP", code: () => phpSample },
  { id: "curl", label: "curl", code: curlSample },
] as const;

export function Verification({ url }: { url: string }) {
  const t = useTranslations("webhooks");
  return (
    <>
      <p className="text-sm text-muted">
        {t.rich("verification.text", {
          code: (text) => <code className="font-mono text-ink">{text}</code>,
        })}
      </p>
      <Samples url={url} />
    </>
  );
}

function Samples({ url }: { url: string }) {
  const t = useTranslations("webhooks");
  return (
    <Tabs.Root defaultValue="node" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Tabs.List aria-label={t("verification.language")} className="flex gap-1 border-b">
        {samples.map(({ id, label }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px h-11 border-b-2 border-transparent px-3 text-sm font-medium text-muted hover:text-ink data-[state=active]:border-accent-text data-[state=active]:text-accent-text md:h-9"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {samples.map(({ id, code }) => (
        <Tabs.Content key={id} value={id}>
          <CodeBlock code={code(url).trim()} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
