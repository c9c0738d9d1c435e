import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { drawn, secret, text } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import type { Translate } from "@/components/kit/locale/translate";
import { Tag } from "@/components/kit/ui/chip";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { strong } from "@/components/kit/ui/strong";
import { SCOPES } from "@/lib/domain/shops/shopify/scopes";
import { guideLink } from "./guide-link";
import type { Platform, PlatformKind } from "./platform";

const platform = { texts: "platform", refresh: () => [["platform"]] } as const;
const ofPlatform = { ...platform, subject: (props: { platform: Platform }) => props.platform };

const requiredText = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));

const addressPlaceholder: Record<PlatformKind, string> = {
  shopify: "example.myshopify.com",
  http: "https://shop.example.com/gift-cards",
};

const tokenField = (t: Translate<"platform">, kind: PlatformKind) =>
  secret(t(`credential.${kind}.label`), {
    schema: requiredText(t(`credential.${kind}.missing`)),
    help: t(`credential.${kind}.help`),
  });

/** Connects a shop after checking that it accepts the credential. */
export const ConnectDialog = formDialog(
  { ...platform, subject: ({ kind }: { kind: PlatformKind }) => ({ kind }) },
  ({ kind }) => `connect.${kind}`,
  {
    operation: ["PUT", "/api/portal/platform"],
    description: ({ t }) => t("connect.description"),
    submit: ({ t }) => t("connect.submit"),
    fields: ({ t, kind }) => ({
      address: text(t(`connect.${kind}.address`), {
        schema: requiredText(t(`connect.${kind}.missing`)),
        help: t(`connect.${kind}.help`),
        placeholder: addressPlaceholder[kind],
        autoComplete: "off",
        autoCapitalize: "none",
        spellCheck: false,
        inputMode: "url",
      }),
      token: tokenField(t, kind),
      guide: drawn(() =>
        kind === "shopify" ? (
          <TokenScopes />
        ) : (
          <p className="text-sm text-muted">{t.rich("connect.guide", { link: guideLink })}</p>
        ),
      ),
    }),
    body: (typed, { kind }) => ({ kind, ...typed }),
    toast: ({ connection }, _, { t }) => t("connect.toast", { shop: connection.name }),
  },
);

/** The scopes the token needs, ready to copy into the app's configuration. */
function TokenScopes() {
  const t = useTranslations("platform");
  return (
    <section
      aria-label={t("scopes.title")}
      className="grid min-w-0 gap-2 rounded-md border bg-sunken p-3 text-sm"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{t("scopes.title")}</h3>
        <CopyButton text={SCOPES.join(",")} label={t("scopes.copy")} withWord />
      </div>
      <ul className="flex flex-wrap gap-1">
        {SCOPES.map((scope) => (
          <li key={scope}>
            <Tag>{scope}</Tag>
          </li>
        ))}
      </ul>
      <p className="text-muted">{t("scopes.help")}</p>
    </section>
  );
}

export const PlatformDialog = dialogSet({
  /** Replaces the connection's credential after checking that the shop accepts the new one. */
  token: formDialog(ofPlatform, ({ platform: { kind } }) => `replace.${kind}`, {
    operation: ["PUT", "/api/portal/platform"],
    values: (context) => ({ shop: context.platform.name }),
    fields: ({ t, platform: { kind } }) => ({
      token: tokenField(t, kind),
      scopes: drawn(() => kind === "shopify" && <TokenScopes />),
    }),
    body: (typed, { platform: { kind, address } }) => ({ kind, address, ...typed }),
  }),
  disconnect: confirmation(ofPlatform, "disconnect", {
    operation: ["DELETE", "/api/portal/platform"],
    values: (context) => ({ shop: context.platform.name }),
    description: ({ t, platform: { counts, kind } }) => (
      <div className="grid gap-3">
        {counts.created > 0 && (
          <p>{t.rich("disconnect.created", { count: counts.created, b: strong })}</p>
        )}
        {counts.queued > 0 && <p>{t("disconnect.queued", { count: counts.queued })}</p>}
        <p>{t("disconnect.credential", { kind })}</p>
      </div>
    ),
  }),
});
