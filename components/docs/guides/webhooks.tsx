import { curlSample, nodeSample, phpSample, pythonSample } from "@/components/webhooks/samples";
import { eventNames, eventWords } from "@/components/webhooks/words";
import { eventBody } from "@/lib/contract/webhook-examples";
import { C, Grid, Guide, Section, Snippet } from "../prose";

const samples = [
  { title: "Node", code: nodeSample },
  { title: "Python", code: pythonSample },
  { title: "PHP", code: phpSample },
  {
    title: "A signed event from a command line, to try a receiver",
    code: curlSample("https://till.example.com/webhooks/scrip"),
  },
];

export const Webhooks = ({ origin }: { origin: string }) => (
  <Guide
    title="Webhooks"
    lead="Your systems learn of every change of a card a moment after it happened, and nothing has to be missed."
  >
    <Section id="register" title="Register">
      <p>
        In the dashboard under Webhooks, or with a key that has <C>webhooks:write</C>. The address
        must be https at a public host. A store has at most twenty.
      </p>
      <Snippet
        title="Registering a webhook"
        code={`curl -sS ${origin}/api/v1/webhooks \\
  -H "Authorization: Bearer $SCRIP_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url":"https://till.example.com/webhooks/scrip","events":["card.activated","card.debited"]}'`}
      />
    </Section>
    <Section id="events" title="Events">
      <Grid
        caption="Events"
        head={["Event", "Sent when"]}
        rows={eventNames.map((event) => ({
          id: event,
          cells: [<C key={event}>{event}</C>, eventWords[event]],
        }))}
      />
    </Section>
    <Section id="payload" title="Payload">
      <Snippet title="The body of a delivery" code={JSON.stringify(eventBody, null, 2)} />
      <p>
        <C>id</C> is the event's and the same at every attempt: keep it to drop what comes twice.{" "}
        <C>sequence</C> counts the card's changes; events of one change share it. Deliveries may
        overtake one another: drop what is lower than what you have seen of the card.{" "}
        <C>transactionId</C> stands there when money moved; <C>consumerEmail</C> is null for a card
        without an owner.
      </p>
    </Section>
    <Section id="signature" title="Verify the signature">
      <p>
        <C>X-Service-Signature</C> is the hex HMAC-SHA256 of the raw body, keyed with the webhook's
        secret exactly as it is shown. Check it before you parse the body. The headers{" "}
        <C>webhook-id</C>, <C>webhook-timestamp</C> and <C>webhook-signature</C> are those of
        Standard Webhooks, for which libraries exist.
      </p>
      {samples.map(({ title, code }) => (
        <Snippet key={title} title={title} code={code.trim()} />
      ))}
      <p>
        While a secret is being rotated, <C>webhook-signature</C> carries a signature by each of the
        two.
      </p>
    </Section>
    <Section id="retries" title="Answers and retries">
      <p>
        Answer with any 2xx within ten seconds, and do the work afterwards. Anything else, redirects
        included, counts as failed and is tried again after 1, 5 and 30 minutes. Three deliveries in
        a row that used up their attempts disable the webhook, and the owners get a mail.
      </p>
    </Section>
    <Section id="replay" title="Replay">
      <p>
        While a webhook is disabled or switched off, its events are held for 30 days. In the
        dashboard one guided minute tests the endpoint, switches it on and replays what it missed.
        Over the API that is test, change and replay; <C>missed</C> is all of it, the latest of each
        card, or nothing, and <C>since</C> takes everything from an instant on. Each delivery can be
        sent again by itself, the same bytes.
      </p>
    </Section>
  </Guide>
);
