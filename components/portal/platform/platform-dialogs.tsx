import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { put, remove } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormPassword } from "@/components/kit/form/form-password";
import { FormText } from "@/components/kit/form/form-text";
import { Tag } from "@/components/kit/ui/chip";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { SCOPES } from "@/lib/domain/shops/shopify/scopes";
import { guideLink } from "./guide-link";
import type { Platform, PlatformKind } from "./platform";

const queryKeysToRefresh = [["platform"]];

const requiredText = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing));

const addressPlaceholder: Record<PlatformKind, string> = {
  shopify: "example.myshopify.com",
  http: "https://shop.example.com/gift-cards",
};

/** Connects a shop after checking that it accepts the credential. */
export function ConnectDialog({ kind, onClose }: { kind: PlatformKind; onClose: () => void }) {
  const t = useTranslations("platform");
  return (
    <ActionDialog
      onClose={onClose}
      title={t(`connect.${kind}.title`)}
      description={t("connect.description")}
      verb={t("connect.submit")}
      schema={z.object({
        address: requiredText(t(`connect.${kind}.missing`)),
        token: requiredText(t(`credential.${kind}.missing`)),
      })}
      defaults={{ address: "", token: "" }}
      send={(typed) => put("/api/portal/platform", { kind, ...typed })}
      refresh={queryKeysToRefresh}
      toast={({ connection }) => t("connect.toast", { shop: connection.name })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="address"
            label={t(`connect.${kind}.address`)}
            help={t(`connect.${kind}.help`)}
            placeholder={addressPlaceholder[kind]}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
          />
          <FormPassword
            form={form}
            name="token"
            label={t(`credential.${kind}.label`)}
            help={t(`credential.${kind}.help`)}
            autoComplete="off"
          />
          {kind === "shopify" ? (
            <TokenScopes />
          ) : (
            <p className="text-sm text-muted">{t.rich("connect.guide", { link: guideLink })}</p>
          )}
        </>
      )}
    </ActionDialog>
  );
}

type Props = { platform: Platform; onClose: () => void };

/** Replaces the connection's credential after checking that the shop accepts the new one. */
export function TokenDialog({ platform: { kind, address, name }, onClose }: Props) {
  const t = useTranslations("platform");
  return (
    <ActionDialog
      onClose={onClose}
      title={t(`replace.${kind}.title`, { shop: name })}
      description={t(`replace.${kind}.description`)}
      verb={t(`replace.${kind}.submit`)}
      schema={z.object({ token: requiredText(t(`credential.${kind}.missing`)) })}
      defaults={{ token: "" }}
      send={(typed) => put("/api/portal/platform", { kind, address, ...typed })}
      refresh={queryKeysToRefresh}
      toast={() => t(`replace.${kind}.toast`)}
    >
      {(form) => (
        <>
          <FormPassword
            form={form}
            name="token"
            label={t(`credential.${kind}.label`)}
            help={t(`credential.${kind}.help`)}
            autoComplete="off"
          />
          {kind === "shopify" && <TokenScopes />}
        </>
      )}
    </ActionDialog>
  );
}

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

export function DisconnectDialog({ platform: { name, counts, kind }, onClose }: Props) {
  const t = useTranslations("platform");
  const b = (text: ReactNode) => <b className="font-semibold text-ink">{text}</b>;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("disconnect.title", { shop: name })}
      consequence={
        <div className="grid gap-3">
          {counts.created > 0 && (
            <p>{t.rich("disconnect.created", { count: counts.created, b })}</p>
          )}
          {counts.queued > 0 && <p>{t("disconnect.queued", { count: counts.queued })}</p>}
          <p>{t("disconnect.credential", { kind })}</p>
        </div>
      }
      keep={t("disconnect.keep")}
      verb={t("disconnect.submit")}
      send={() => remove("/api/portal/platform")}
      refresh={queryKeysToRefresh}
      toast={() => t("disconnect.toast", { shop: name })}
    />
  );
}
