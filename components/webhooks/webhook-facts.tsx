import { Tag } from "@/components/ui/chip";
import { Fact, Facts, IdFact } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { Webhook } from "./types";

/** A webhook's endpoint and subscribed events. */
export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => (
  <Section title="Settings">
    <Facts>
      <IdFact name="Endpoint" id={webhook.url} />
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
      <IdFact name="Webhook id" id={webhook.id} />
    </Facts>
  </Section>
);
