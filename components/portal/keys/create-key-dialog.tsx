import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { useIsOwner, useIsTest, useSession } from "@/components/kit/api/session";
import { emptyProof, proofSchema } from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormRadio, FormSelect } from "@/components/kit/form/form-fields";
import { typedName } from "@/components/kit/form/form-schemas";
import { FormField, FormText } from "@/components/kit/form/form-text";
import { formatDay } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { FieldGroup } from "@/components/kit/ui/field";
import {
  API_SCOPES,
  type ApiScope,
  isOwnersKey,
  KEY_PRESET_NAMES,
  KEY_PRESETS,
} from "@/lib/base/roles";
import { KeyProof } from "./key-proof";
import { LimitFields, limitFieldsSchema, noLimits } from "./limit-fields";
import { type RevealedKey, ShownKey } from "./shown-key";

const validities = ["30", "90", "365", "never"] as const;
const shapes = ["A", "B"] as const;

const newKeySchema = (t: Translate<"keys">, currency: string) =>
  z
    .object({
      name: typedName,
      shape: z.enum(shapes),
      access: z.enum([...KEY_PRESET_NAMES, "custom"]),
      scopes: z.array(z.enum(API_SCOPES)),
      validDays: z.enum(validities),
      ...limitFieldsSchema(currency),
      ...proofSchema,
    })
    .check(
      z.refine(({ access, scopes }) => access !== "custom" || scopes.length > 0, {
        path: ["scopes"],
        message: t("create.scopesMissing"),
      }),
    );

type Schema = ReturnType<typeof newKeySchema>;
type NewKey = z.infer<Schema>;
type Form = UseFormReturn<z.input<Schema>, unknown, NewKey>;

const dayMs = 24 * 60 * 60 * 1_000;

const scopesOf = ({ access, scopes }: Pick<NewKey, "access" | "scopes">): readonly ApiScope[] =>
  access === "custom" ? scopes : KEY_PRESETS[access];

/**
 * Creates a key from a preset or from scopes. Managers can only create keys that don't move money, manage cards or
 * show codes, but all keys in test mode.
 */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("keys");
  const isTest = useIsTest();
  const isOwner = useIsOwner();
  const { currency } = useSession().merchant;
  const mayAll = isOwner || isTest;
  const [openedAtMs] = useState(() => Date.now());
  const [created, setCreated] = useState<RevealedKey | null>(null);
  const expiryOf = (validDays: string) =>
    validDays === "never" ? null : new Date(openedAtMs + Number(validDays) * dayMs);

  if (created) return <ShownKey {...created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("create.title")}
      description={t(`create.text.${isTest ? "test" : isOwner ? "owner" : "manager"}`)}
      verb={t("create.submit")}
      schema={newKeySchema(t, currency)}
      defaults={{
        name: "",
        shape: "A",
        access: mayAll ? "online_shop" : "balance_check",
        scopes: ["cards:read"],
        validDays: "365",
        ...noLimits,
        ...emptyProof,
      }}
      renamed={{ expiresAt: "validDays", preset: "access" }}
      send={({ access, scopes, validDays, ...given }, idempotencyKey) => {
        const expiresAt = expiryOf(validDays)?.toISOString() ?? null;
        const chosen = access === "custom" ? { scopes } : { preset: access };
        const key = { ...given, expiresAt, ...chosen };
        return post("/api/portal/keys", key, idempotencyKey);
      }}
      refresh={[["keys"]]}
      done={({ key, secret }) => setCreated({ apiKey: key, secret })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label={t("name")}
            help={t("create.nameHelp")}
            autoComplete="off"
          />
          <AccessFields form={form} mayAll={mayAll} />
          <FormRadio
            form={form}
            name="shape"
            legend={t("create.format.legend")}
            options={shapes.map((value) => ({
              value,
              label: value,
              help: t(`create.format.${value}`),
            }))}
          />
          <ExpiryField form={form} expiry={expiryOf(form.watch("validDays"))} />
          <LimitFields
            form={form}
            currency={currency}
            movesMoney={scopesOf(form.watch()).includes("money:write")}
          />
          <KeyProof form={form} scopes={scopesOf(form.watch())} />
        </>
      )}
    </ActionDialog>
  );
}

function AccessFields({ form, mayAll }: { form: Form; mayAll: boolean }) {
  const t = useTranslations("keys");
  const presets = KEY_PRESET_NAMES.filter((name) => mayAll || !isOwnersKey(KEY_PRESETS[name]));
  const options = presets.map((value) => ({
    value,
    label: t(`presets.${value}.label`),
    help: t(`presets.${value}.help`),
  }));
  const custom = {
    value: "custom",
    label: t("create.custom.label"),
    help: t("create.custom.help"),
  };
  return (
    <>
      <FormRadio
        form={form}
        name="access"
        legend={t("create.access")}
        options={[...options, custom]}
      />
      {form.watch("access") === "custom" && (
        <FormField form={form} name="scopes">
          {({ value, onChange, error }) => (
            <FieldGroup legend={t("create.scopes")} {...(error && { error })}>
              <div className="grid gap-2.5 sm:grid-cols-2">
                {API_SCOPES.filter((scope) => mayAll || !isOwnersKey([scope])).map((scope) => (
                  <Checkbox
                    key={scope}
                    checked={value.includes(scope)}
                    onCheckedChange={(checked) =>
                      onChange(
                        API_SCOPES.filter((one) => (one === scope ? checked : value.includes(one))),
                      )
                    }
                    label={t(`scopes.${scope}.label`)}
                    help={t(`scopes.${scope}.help`)}
                  />
                ))}
              </div>
            </FieldGroup>
          )}
        </FormField>
      )}
    </>
  );
}

function ExpiryField({ form, expiry }: { form: Form; expiry: Date | null }) {
  const t = useTranslations("keys");
  const { timeZone } = useSession().merchant;
  return (
    <FormSelect
      form={form}
      name="validDays"
      label={t("create.expires.label")}
      help={
        expiry
          ? t("create.expires.help", { date: formatDay(expiry, timeZone) })
          : t("create.expires.neverHelp")
      }
      options={validities.map((value) => ({
        value,
        label: t(`create.expires.options.${value}`),
      }))}
    />
  );
}
