import { LIMITS, type LimitName } from "@/lib/http/limits";
import { C, Grid, Guide, Section, Snippet } from "../prose";

export const Idempotency = ({ origin }: { origin: string }) => (
  <Guide
    title="Idempotency"
    lead="Networks lose answers. With an Idempotency-Key a POST may be repeated until an answer arrives, and happens once."
  >
    <Section id="use" title="Use">
      <p>
        Send <C>Idempotency-Key</C> (1 to 255 visible ASCII characters) with every POST that changes
        something. Take what names the intent: the receipt's number, or a random uuid that you store
        before the first try. Repeat with the same key and the same body.
      </p>
      <Snippet
        title="A redemption that may be repeated"
        code={`curl -sS "${origin}/api/v1/cards/$CARD/debit" \\
  -H "Authorization: Bearer $SCRIP_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: receipt-10482" \\
  -d '{"amountCents":100}'`}
      />
    </Section>
    <Section id="rules" title="Rules">
      <ul className="list-disc pl-5">
        <li>
          For 24 hours the same request under the same key gets the first answer, byte for byte,
          with <C>Idempotent-Replayed: true</C>. Nothing happens twice, also when both arrive at
          once.
        </li>
        <li>
          Another request under the same key is a 409 <C>idempotency_key_reused</C>. A request is
          the same when its method, path and parsed body are.
        </li>
        <li>
          While the first one still runs, the second waits; when that takes too long it is a 409{" "}
          <C>idempotency_in_progress</C> with <C>Retry-After</C>.
        </li>
        <li>
          A refusal by the operation, such as <C>insufficient_balance</C>, is an answer and is kept.
          Malformed requests, 401, 429 and 5xx are not: repeat them with the same key.
        </li>
        <li>Keys are the store's: two tills of one store need different keys.</li>
        <li>A replay costs nothing of the limits.</li>
      </ul>
    </Section>
  </Guide>
);

// Of the API; the dashboard has limits of its own.
const limitWords: Partial<Record<LimitName, string>> = {
  create: "Create a card",
  activate: "Activate a card, by activate or by load",
  money: "Debit, credit and load together",
  storeCredit: "Issue store credit",
  webhookTest: "Send a test event",
};

const published = Object.entries(LIMITS).flatMap(([name, limit]) => {
  const words = limitWords[name as LimitName];
  return words ? [[words, limit] as const] : [];
});

export const Limits = () => (
  <Guide
    title="Limits"
    lead="Writes are limited for each API key, in exact sliding windows. Reads are not."
  >
    <Section id="windows" title="Windows">
      <Grid
        caption="Limits"
        head={["What", "At most", "In any", "Name"]}
        rows={published.map(([words, { bucket, max, windowMs }]) => ({
          id: bucket,
          cells: [words, max, `${windowMs / 1_000} seconds`, <C key={bucket}>{bucket}</C>],
        }))}
      />
      <p>
        No window of that length ever sees more, wherever it begins. A malformed request and a
        replay cost nothing; one that reaches the operation costs one, refused or not.
      </p>
    </Section>
    <Section id="headers" title="Headers">
      <p>
        Limited operations tell the limit and what is left of it, in the form of the IETF draft. A
        call beyond it is a 429 <C>rate_limited</C> with <C>Retry-After</C> in seconds.
      </p>
      <Snippet
        title="50 in any 60 seconds; 49 left, for the next 60 seconds"
        code={`RateLimit-Policy: "money";q=50;w=60\nRateLimit: "money";r=49;t=60`}
      />
      <p>A busy till can be given more: an operator raises or lifts the limits of a single key.</p>
    </Section>
  </Guide>
);

export const Pagination = ({ origin }: { origin: string }) => (
  <Guide title="Pages and cursors" lead="Lists are newest first and come in pages of at most 100.">
    <Section id="cursor" title="By cursor">
      <p>
        Take <C>nextCursor</C> (<C>next_cursor</C> in Shape B) of an answer as <C>cursor</C> of the
        next request, with the same filters, until it is null. Nothing is skipped or shown twice
        while the list grows, and the last page is as fast as the first.
      </p>
      <Snippet
        title="Every transaction since an instant"
        code={`CURSOR=
while :; do
  PAGE=$(curl -sS -G "${origin}/api/v1/transactions" \\
    -H "Authorization: Bearer $SCRIP_KEY" \\
    -d limit=100 -d from=2026-01-01T00:00:00Z \${CURSOR:+-d cursor=$CURSOR})
  echo "$PAGE"
  CURSOR=$(echo "$PAGE" | sed -nE 's/.*"nextCursor":"([^"]+)".*/\\1/p')
  [ -n "$CURSOR" ] || break
done`}
      />
      <p>
        A cursor belongs to its list and filters; with others it is a 400. It is opaque: do not
        build one.
      </p>
    </Section>
    <Section id="offset" title="By number">
      <p>
        <C>offset</C> skips so many and suits the first pages. It excludes <C>cursor</C>. Every
        answer tells <C>total</C>, <C>limit</C> and <C>offset</C>; the total is exact.
      </p>
    </Section>
  </Guide>
);
