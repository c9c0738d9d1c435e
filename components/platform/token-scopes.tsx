import { Tag } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { SCOPES } from "@/lib/platforms/shopify/scopes";

/** What the token has to allow, to be copied into the app's configuration, and where that is. */
export const TokenScopes = () => (
  <section
    aria-label="Scopes of the token"
    className="grid min-w-0 gap-2 rounded-md border bg-sunken p-3 text-sm"
  >
    <div className="flex items-center justify-between gap-3">
      <h3 className="font-medium">Scopes it needs</h3>
      <CopyButton text={SCOPES.join(",")} what="scopes" withWord />
    </div>
    <ul className="flex flex-wrap gap-1">
      {SCOPES.map((scope) => (
        <li key={scope}>
          <Tag>{scope}</Tag>
        </li>
      ))}
    </ul>
    <p className="text-muted">
      In Shopify's Dev Dashboard make an app with these scopes, install it in the shop, and paste an
      Admin API access token of it that doesn't expire.
    </p>
  </section>
);
