import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { put, remove } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormText } from "@/components/form-text";
import { countOf } from "@/components/numbers";
import { Tag } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/text-link";
import { SCOPES } from "@/lib/platforms/shopify/scopes";
import { type Platform, type PlatformKind, secretWords } from "./platform";

const queryKeysToRefresh = [["platform"]];
const SecretSchema = z.string().check(z.trim(), z.minLength(1, "Paste it here."));

const addresses = {
  shopify: {
    title: "Connect Shopify",
    label: "Shop domain",
    help: "The one that ends in .myshopify.com.",
    missing: "Enter the shop's domain.",
    placeholder: "example.myshopify.com",
  },
  http: {
    title: "Connect another shop",
    label: "URL",
    help: "Where the shop answers the protocol. https at a public host.",
    missing: "Enter the shop's URL.",
    placeholder: "https://shop.example.com/gift-cards",
  },
};

/** Label and help of the credential field. The credential is stored encrypted and never shown again. */
const secretField = {
  shopify: {
    label: "Admin API access token",
    help: "It begins with shpat_. It is kept encrypted and never shown again.",
  },
  http: {
    label: "Shared secret",
    help: "whsec_ and 32 bytes as base64. It is kept encrypted and never shown again.",
  },
};

/** Connects a shop after checking that it accepts the credential. */
export function ConnectDialog({ kind, onClose }: { kind: PlatformKind; onClose: () => void }) {
  const { title, missing, ...address } = addresses[kind];
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description="Scrip asks the shop before it saves anything. Cards that are active already are created there when you say so."
      verb="Connect"
      schema={z.object({
        address: z.string().check(z.trim(), z.minLength(1, missing)),
        token: SecretSchema,
      })}
      defaults={{ address: "", token: "" }}
      send={(typed) => put("/api/portal/platform", { kind, ...typed })}
      refresh={queryKeysToRefresh}
      toast={({ connection }) => `${connection.name} connected`}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="address"
            {...address}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
          />
          <FormText
            form={form}
            name="token"
            {...secretField[kind]}
            type="password"
            autoComplete="off"
          />
          {kind === "shopify" ? (
            <TokenScopes />
          ) : (
            <p className="text-sm text-muted">
              What the shop has to answer stands under{" "}
              <TextLink href="/docs/own-shop">A shop of your own</TextLink>.
            </p>
          )}
        </>
      )}
    </ActionDialog>
  );
}

type Props = { platform: Platform; onClose: () => void };

/** Replaces the connection's credential after checking that the shop accepts the new one. */
export function TokenDialog({ platform: { kind, address, name }, onClose }: Props) {
  const word = secretWords[kind];
  return (
    <ActionDialog
      onClose={onClose}
      title={`Replace the ${word} of ${name}`}
      description="Scrip asks the shop with the new one first. Then it takes the place of the old one, and what waited goes on."
      verb={`Replace ${word}`}
      schema={z.object({ token: SecretSchema })}
      defaults={{ token: "" }}
      send={(typed) => put("/api/portal/platform", { kind, address, ...typed })}
      refresh={queryKeysToRefresh}
      toast={() => `${name} has a new ${word}`}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="token"
            {...secretField[kind]}
            type="password"
            autoComplete="off"
          />
          {kind === "shopify" && <TokenScopes />}
        </>
      )}
    </ActionDialog>
  );
}

/** The scopes the token needs, ready to copy into the app's configuration. */
const TokenScopes = () => (
  <section
    aria-label="Scopes of the token"
    className="grid min-w-0 gap-2 rounded-md border bg-sunken p-3 text-sm"
  >
    <div className="flex items-center justify-between gap-3">
      <h3 className="font-medium">Scopes it needs</h3>
      <CopyButton text={SCOPES.join(",")} label="Copy scopes" withWord />
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

export const DisconnectDialog = ({ platform: { name, counts, kind }, onClose }: Props) => (
  <ConfirmDialog
    onClose={onClose}
    title={`Disconnect ${name}`}
    consequence={
      <div className="grid gap-3">
        {counts.created > 0 && (
          <p>
            <b className="font-semibold text-ink">
              {countOf(counts.created, "card")} can still be spent in the shop, and nothing follows{" "}
              {counts.created === 1 ? "it" : "them"} any more.
            </b>{" "}
            What is spent there is not taken here, and the other way round: the same money can be
            spent twice. Disable them there if nobody is to use them.
          </p>
        )}
        {counts.queued > 0 && (
          <p>{countOf(counts.queued, "card")} waiting to be created there will not be.</p>
        )}
        <p>
          The {secretWords[kind]} is forgotten. Connect the same shop again and its gift cards are
          taken up where they were left, and compared.
        </p>
      </div>
    }
    keep="Keep it connected"
    verb="Disconnect"
    send={() => remove("/api/portal/platform")}
    refresh={queryKeysToRefresh}
    toast={() => `${name} disconnected`}
  />
);
