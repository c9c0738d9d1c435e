import { Tag } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { Webhook } from "./types";

/** Where a webhook leads and what it is told. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Section title="Settings">
    <Facts>
      <Fact name="Endpoint">
        <span className="font-mono text-sm">{webhook.url}</span>
        <CopyButton text={webhook.url} what="endpoint" />
      </Fact>
      <Fact name="Events">
        <span className="flex flex-wrap justify-end gap-1 py-1">
          {webhook.events.map((event) => (
            <Tag key={event}>{event}</Tag>
          ))}
        </span>
      </Fact>
      <Fact name="Created">
        <Time at={webhook.createdAt} />
      </Fact>
      <Fact name="Webhook id">
        <span className="font-mono text-sm">{webhook.id}</span>
        <CopyButton text={webhook.id} what="webhook id" />
      </Fact>
    </Facts>
  </Section>
);
