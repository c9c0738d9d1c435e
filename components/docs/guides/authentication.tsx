import { scopeWords } from "@/components/keys/words";
import { API_SCOPES } from "@/lib/context";
import { C, Grid, Guide, Section, Snippet } from "../prose";

export const Authentication = ({ origin }: { origin: string }) => (
  <Guide
    title="Authentication and scopes"
    lead="Every request carries an API key. A key belongs to one store, and reaches only what its scopes say."
  >
    <Section id="keys" title="Keys">
      <p>
        Make a key for each till, shop or script in the dashboard under Settings, API keys, so that
        one can be revoked without touching the others. It begins with <C>scrip_live_</C> and is
        shown once; Scrip keeps only a hash of it. Send it as a bearer token, over HTTPS.
      </p>
      <Snippet
        title="A request with a key"
        code={`curl -sS "${origin}/api/v1/cards?limit=1" \\
  -H "Authorization: Bearer $SCRIP_KEY"`}
      />
      <p>
        Without a key, or with one that is unknown, expired or revoked, the answer is a 401{" "}
        <C>unauthorized</C>. A revoked key stops working within a second. What belongs to another
        store is answered as if it did not exist: 404 <C>not_found</C>.
      </p>
      <p>
        Keep keys on servers and tills. A key in a web page or an app is a key in everybody's hands.
      </p>
    </Section>
    <Section id="scopes" title="Scopes">
      <p>
        Give a key what it needs and no more. A request beyond its scopes is a 403{" "}
        <C>insufficient_scope</C> that names the one missing.
      </p>
      <Grid
        caption="Scopes"
        head={["Scope", "Allows"]}
        rows={API_SCOPES.map((scope) => ({
          id: scope.replace(":", "-"),
          cells: [<C key={scope}>{scope}</C>, `${scopeWords[scope].help}.`],
        }))}
      />
    </Section>
  </Guide>
);
