import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { proof } from "@/components/kit/credentials/proof-fields";
import {
  advanced,
  type FieldAt,
  field,
  name,
  radio,
  together,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormSelect } from "@/components/kit/form/form-fields";
import { FormField } from "@/components/kit/form/form-text";
import { formatDay } from "@/components/kit/locale/days";
import { Checkbox } from "@/components/kit/ui/checkbox";
import { FieldGroup } from "@/components/kit/ui/field";
import {
  API_SCOPES,
  type ApiScope,
  isOwnersKey,
  KEY_PRESET_NAMES,
  KEY_PRESETS,
} from "@/lib/base/roles";
import { LimitFields, limitFieldsSchema, noLimits } from "./limit-fields";
import { ShownKey } from "./shown-key";

const validities = ["30", "90", "365", "never"] as const;
const dayMs = 24 * 60 * 60 * 1_000;

const expiryOf = ({ validDays, openedAtMs }: { validDays: string; openedAtMs: number }) =>
  validDays === "never" ? null : new Date(openedAtMs + Number(validDays) * dayMs);

type Access = { access: keyof typeof KEY_PRESETS | "custom"; scopes: ApiScope[] };

const scopesOf = ({ access, scopes }: Access): readonly ApiScope[] =>
  access === "custom" ? scopes : KEY_PRESETS[access];

/** What is typed of a key's access and expiry. */
const whatIsTyped = (form: { watch: () => unknown }) =>
  form.watch() as Access & { validDays: string; openedAtMs: number };

/**
 * Creates a key from a preset or from scopes. Managers can only create keys that don't move money, manage cards or
 * show codes, but all keys in test mode.
 */
export const CreateKeyDialog = formDialog({ texts: "keys", refresh: () => [["keys"]] }, "create", {
  operation: ["POST", "/api/portal/keys"],
  fields: ({ t, isOwner, isTest, merchant: { currency, timeZone } }) => {
    const mayAll = isOwner || isTest;
    const presets = KEY_PRESET_NAMES.filter(
      (preset) => mayAll || !isOwnersKey(KEY_PRESETS[preset]),
    );
    return {
      name: name(t("name"), { help: t("create.nameHelp") }),
      access: radio<Access["access"]>(t("create.access"), {
        values: [...presets, "custom"],
        initial: mayAll ? "online_shop" : "balance_check",
        option: (access) =>
          access === "custom"
            ? { label: t("create.custom.label"), help: t("create.custom.help") }
            : { label: t(`presets.${access}.label`), help: t(`presets.${access}.help`) },
      }),
      scopes: field(
        z.array(z.enum(API_SCOPES)),
        ["cards:read"],
        (at) => whatIsTyped(at.form).access === "custom" && <ScopesField {...at} mayAll={mayAll} />,
      ),
      openedAtMs: field(z.number(), Date.now(), () => null),
      validDays: field(z.enum(validities), "365", (at) => (
        <ValidityField {...at} timeZone={timeZone} />
      )),
      ...advanced({
        shape: radio(t("create.format.legend"), {
          values: ["A", "B"],
          initial: "A",
          option: (shape) => ({ label: shape, help: t(`create.format.${shape}`) }),
        }),
        ...together(limitFieldsSchema(currency), noLimits, ({ form }) => (
          <LimitFields
            form={form}
            currency={currency}
            movesMoney={scopesOf(whatIsTyped(form)).includes("money:write")}
          />
        )),
      }),
      ...proof((typed) => !isTest && isOwnersKey(scopesOf(typed as Access))),
    };
  },
  parse: (key, { issues }, { t }) => {
    if (key.access === "custom" && key.scopes.length === 0) {
      const message = t("create.scopesMissing");
      issues.push({ code: "custom", path: ["scopes"], message, input: key });
    }
    return key;
  },
  renamed: { expiresAt: "validDays", preset: "access" },
  description: ({ t, isOwner, isTest }) =>
    t(`create.text.${isTest ? "test" : isOwner ? "owner" : "manager"}`),
  body: ({ access, scopes, validDays, openedAtMs, ...key }) => ({
    ...key,
    expiresAt: expiryOf({ validDays, openedAtMs })?.toISOString() ?? null,
    ...(access === "custom" ? { scopes } : { preset: access }),
  }),
  next: ({ key, secret }, _, { onClose }) => (
    <ShownKey apiKey={key} secret={secret} onClose={onClose} />
  ),
});

function ValidityField({ timeZone, ...at }: FieldAt & { timeZone: string }) {
  const t = useTranslations("keys");
  const expiry = expiryOf(whatIsTyped(at.form));
  return (
    <FormSelect
      {...at}
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

function ScopesField({ mayAll, ...at }: FieldAt & { mayAll: boolean }) {
  const t = useTranslations("keys");
  return (
    <FormField {...at}>
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
  );
}
