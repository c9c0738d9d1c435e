import { REFUSALS } from "@/lib/errors";
import { C, Grid, Guide, Section, Snippet } from "../prose";

const example = JSON.stringify(
  {
    error: "invalid_request",
    message: "amountCents: must be at least 1",
    requestId: "req_0197a57e-c4b8-7a96-8e0d-5f6a7b8c9d0e",
    fields: [{ path: "amountCents", message: "must be at least 1" }],
  },
  null,
  2,
);

export const Errors = () => (
  <Guide
    title="Errors"
    lead="A request that was not carried out is answered with a status from 400 on and a body that says why."
  >
    <Section id="body" title="The body">
      <Snippet title="400" code={example} />
      <p>
        Decide by <C>error</C>: it is stable. <C>message</C> is for people and may change.{" "}
        <C>fields</C> says what is wrong with each field of a malformed request.{" "}
        <C>insufficient_balance</C> also tells the card's <C>balanceCents</C>. Name <C>requestId</C>
        , also in the header <C>X-Request-Id</C>, when you ask for help.
      </p>
    </Section>
    <Section id="retry" title="What to do">
      <ul className="list-disc pl-5">
        <li>
          400, 403, 404, 413, 415: the request is at fault. Sent again, it is refused again. A till
          shows the message.
        </li>
        <li>401: the key is wrong, expired or revoked.</li>
        <li>
          409: the state is not what the request expects, such as a card already active. For{" "}
          <C>idempotency_in_progress</C> wait and repeat.
        </li>
        <li>
          429 and 503: wait for the seconds in <C>Retry-After</C>, then repeat with the same{" "}
          <C>Idempotency-Key</C>.
        </li>
        <li>
          500, or no answer at all: repeat with the same <C>Idempotency-Key</C>; without one nobody
          knows whether money moved.
        </li>
      </ul>
    </Section>
    <Section id="codes" title="Every code">
      <Grid
        caption="Error codes"
        head={["Code", "Status", "Meaning"]}
        rows={Object.entries(REFUSALS).map(([code, [status, meaning]]) => ({
          id: code,
          cells: [<C key={code}>{code}</C>, status, meaning],
        }))}
      />
    </Section>
  </Guide>
);
