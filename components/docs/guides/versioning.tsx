import { C, Guide, Section } from "../prose";

export const Versioning = ({ origin }: { origin: string }) => (
  <Guide
    title="Versioning"
    lead="The version is part of the address: /api/v1. What works today goes on working there."
  >
    <Section id="additions" title="What may be added">
      <p>
        Operations, optional fields of requests, fields of answers and events, events to subscribe
        to, and error codes. So ignore fields that you do not know, and treat an unknown error code
        by its status.
      </p>
    </Section>
    <Section id="promises" title="What stays">
      <p>
        Names and types of fields, the meaning of codes, the order of lists. A change that would
        break a caller gets an address of its own.
      </p>
    </Section>
    <Section id="document" title="The machine-readable document">
      <p>
        These pages are drawn from{" "}
        <a href="/api/v1/openapi.json" className="underline underline-offset-4">
          {origin}/api/v1/openapi.json
        </a>
        , an OpenAPI 3.1 document that is open to anybody. The server checks requests by the same
        definitions. Its <C>info.version</C> is 1.0.0. Limits stand in <C>x-limits</C>, the scope of
        an operation in its <C>security</C>.
      </p>
    </Section>
  </Guide>
);
