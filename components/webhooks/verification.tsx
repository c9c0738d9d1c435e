import { Tabs } from "radix-ui";
import { CodeBlock } from "@/components/ui/code-block";
import { curlSample, nodeSample, phpSample, pythonSample } from "./samples";

const samples = [
  { id: "node", label: "Node", code: () => nodeSample },
  { id: "python", label: "Python", code: () => pythonSample },
  { id: "php", label: "PHP", code: () => phpSample },
  { id: "curl", label: "curl", code: curlSample },
] as const;

export const Verification = ({ url }: { url: string }) => (
  <>
    <p className="text-sm text-muted">
      The header <code className="font-mono text-ink">X-Service-Signature</code> is the hex
      HMAC-SHA256 of the body exactly as it arrived, keyed with the secret as it is shown.
    </p>
    <Samples url={url} />
  </>
);

const Samples = ({ url }: { url: string }) => (
  <Tabs.Root defaultValue="node" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <Tabs.List aria-label="Language" className="flex gap-1 border-b">
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
