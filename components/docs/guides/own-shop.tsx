import { C, Grid, Guide, Section, Snippet, Told } from "../prose";

const operations: [name: string, sent: string, answered: string][] = [
  ["check", "Nothing else", "`{name, currency}`: what the shop is called, and its one currency"],
  [
    "create",
    "`card`: `{cardId, code, balanceCents, currency, expiresOn}`",
    "`{card}`. Codes are unique; `expiresOn` is a date or null",
  ],
  ["find", "`cardId`, `code`", "`{card}` that was made for this `cardId`, or null in its place"],
  ["read", "`platformId`", "`{card}`, or null in its place"],
  [
    "adjust",
    "`platformId`, `amountCents` (negative takes), `currency`, `reference`",
    "`{card}` after the change. Refuse what would go below zero",
  ],
  [
    "was_adjusted",
    "`platformId`, `reference`",
    "`{adjusted}`: whether a change under this reference was made",
  ],
  ["disable", "`platformId`", "`{}`. The card can't be used any more"],
  [
    "changed_since",
    "`since` (ISO 8601), `cursor` (null at first)",
    "`{cards, nextCursor}`: all that changed since, redemptions in the shop included, up to 250 at a time",
  ],
];

const json = (body: object) => JSON.stringify(body, null, 2);

const cardId = "0197f2c4-6f5e-7c3a-9d1b-2f6f0c8e4a10";
const shown = (balanceCents: number) => ({
  platformId: "4711",
  balanceCents,
  currency: "USD",
  enabled: true,
  cardId,
});

const calls: [name: string, sent: object, answered: object][] = [
  ["check", {}, { name: "Corner Bakery online", currency: "USD" }],
  [
    "create",
    {
      card: {
        cardId,
        code: "7KQM2XWP9RTBHC4F",
        balanceCents: 2_500,
        currency: "USD",
        expiresOn: "2028-01-31",
      },
    },
    { card: shown(2_500) },
  ],
  [
    "adjust",
    {
      platformId: "4711",
      amountCents: -950,
      currency: "USD",
      reference: `${cardId}:7:9f3c01ab`,
    },
    { card: shown(1_550) },
  ],
  [
    "changed_since",
    { since: "2026-01-31T11:59:20.000Z", cursor: null },
    { cards: [shown(1_550)], nextCursor: null },
  ],
];

const makeSecret = 'echo "whsec_$(openssl rand -base64 32)"';

const trying = `openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost \\
  -addext subjectAltName=DNS:localhost -keyout shop-key.pem -out shop-cert.pem
NODE_EXTRA_CA_CERTS="$PWD/shop-cert.pem" WEBHOOK_ALLOW_PRIVATE_NETWORKS=true npm start`;

export const OwnShop = () => (
  <Guide
    title="A shop of your own"
    lead="Any online shop can take a store's cards as a Shopify shop does: it answers one URL. Connect it under Settings, Integrations."
  >
    <Section id="signed" title="Signed requests">
      <p>
        Scrip posts JSON to the URL and signs it with the secret that you save with it,{" "}
        <C>whsec_</C> and 32 bytes as base64, by the headers of Standard Webhooks: <C>webhook-id</C>
        , <C>webhook-timestamp</C>, <C>webhook-signature</C>. Verify them with any of its libraries
        before you read the body, and answer 401 otherwise. The URL must be https at a public host.
      </p>
      <Snippet title="To make a secret" code={makeSecret} />
      <p>
        Answer with 200 and JSON within ten seconds. Amounts are integers in the currency's minor
        unit. <C>platformId</C> is your id of the card, up to 255 characters, and never another
        card's, though the first be gone; <C>cardId</C> is Scrip's, null of a card that Scrip did
        not make. Codes come without dashes.
      </p>
    </Section>
    <Section id="operations" title="Operations">
      <Grid
        caption="Operations of the protocol"
        head={["operation", "Sent", "Answered"]}
        rows={operations.map(([name, ...told]) => ({
          id: name.replace("_", "-"),
          cells: [<C key={name}>{name}</C>, ...told.map((text) => <Told key={text} text={text} />)],
        }))}
      />
    </Section>
    <Changes />
    <Examples />
    <Section id="once" title="Each change once">
      <p>
        <C>create</C>, <C>adjust</C> and <C>disable</C> carry an <C>Idempotency-Key</C>: a change
        that comes again under its key is not made again, and is given the first answer. When an
        answer is lost, Scrip asks with <C>find</C> or <C>was_adjusted</C> whether the change was
        made before it tries again.
      </p>
    </Section>
    <Section id="refusing" title="Refusing">
      <p>
        Answer with <C>{"{error, message}"}</C>; the merchant is shown the message. 409 with the
        error <C>taken</C> when a code exists, 422 for what can't be done, 401 or 403 when the store
        may not, 429 with <C>Retry-After</C> to be asked later.
      </p>
    </Section>
    <Trying />
  </Guide>
);

const Changes = () => (
  <Section id="changes" title="What changed in the shop">
    <p>
      <C>changed_since</C> is sent every 20 to 40 seconds, or each minute where a host calls Scrip's
      jobs. Its <C>since</C> lies five minutes before the last asking, so that a card may come
      again, which does no harm. Once a day, or on demand, all cards are compared: it is then{" "}
      <C>1970-01-01T00:00:00.000Z</C>, and all cards are the answer.
    </p>
  </Section>
);

const Examples = () => (
  <Section id="examples" title="Examples">
    {calls.map(([name, sent, answered]) => (
      <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Snippet title={`${name}, as it is sent`} code={json({ operation: name, ...sent })} />
        <Snippet title={`The answer to ${name}`} code={json(answered)} />
      </div>
    ))}
  </Section>
);

const Trying = () => (
  <Section id="trying" title="On your own machine">
    <p>
      A shop on your own machine needs https as well. Make it a certificate, start your own Scrip so
      that it trusts this one and reaches private addresses, and connect{" "}
      <C>https://localhost:8443</C>, or any other port from 1024 on.
    </p>
    <Snippet title="A certificate, and Scrip that trusts it" code={trying} />
  </Section>
);
