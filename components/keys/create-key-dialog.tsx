import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { emptyProof, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { FormRadio, FormSelect } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormField, FormText } from "@/components/form-text";
import { useIsOwner, useIsTest, useSession } from "@/components/session";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { formatDay } from "@/components/ui/format";
import { API_SCOPES, type ApiScope, isOwnersKey, KEY_PRESET_NAMES, KEY_PRESETS } from "@/lib/roles";
import { KeyProof } from "./key-proof";
import { LimitFields, limitFieldsSchema, noLimits } from "./limit-fields";
import { type RevealedKey, ShownKey } from "./shown-key";
import { presetHelp, scopeWords } from "./words";

const newKeySchema = (currency: string) =>
  z
    .object({
      name: typedName,
      shape: z.enum(["A", "B"]),
      access: z.enum([...KEY_PRESET_NAMES, "custom"]),
      scopes: z.array(z.enum(API_SCOPES)),
      validDays: z.enum(["never", "30", "90", "365"]),
      ...limitFieldsSchema(currency),
      ...proofSchema,
    })
    .check(
      z.refine(({ access, scopes }) => access !== "custom" || scopes.length > 0, {
        path: ["scopes"],
        message: "Choose at least one scope.",
      }),
    );

type Schema = ReturnType<typeof newKeySchema>;
type NewKey = z.infer<Schema>;
type Form = UseFormReturn<z.input<Schema>, unknown, NewKey>;

const validities = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "never", label: "Never" },
];

const shapes = [
  { value: "A", label: "A", help: "balanceCents, cardType. For new integrations" },
  {
    value: "B",
    label: "B",
    help: "balance_cents, card_type. Use it if your till's manual says so",
  },
];

const dayMs = 24 * 60 * 60 * 1_000;

const scopesOf = ({ access, scopes }: Pick<NewKey, "access" | "scopes">): readonly ApiScope[] =>
  access === "custom" ? scopes : KEY_PRESETS[access].scopes;

const descriptions = {
  test: "It works only in test mode and starts with scrip_test_.",
  owner: "Give it only the access it needs. Owners get an email about each new key.",
  manager: "Only an owner can create keys that move money, manage cards or show codes.",
};

/**
 * Creates a key from a preset or from scopes. Managers can only create keys that don't move money, manage cards or
 * show codes, but all keys in test mode.
 */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
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
      title="Create an API key"
      description={descriptions[isTest ? "test" : isOwner ? "owner" : "manager"]}
      verb="Create key"
      schema={newKeySchema(currency)}
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
      send={({ access, scopes, validDays, password, code, ...given }, idempotencyKey) => {
        const expiresAt = expiryOf(validDays)?.toISOString() ?? null;
        const chosen = access === "custom" ? { scopes } : { preset: access };
        const key = { ...given, expiresAt, ...chosen, ...proofOf({ password, code }) };
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
            label="Name"
            help="What will use it, such as “Till 2” or “Web shop”."
            autoComplete="off"
          />
          <AccessFields form={form} mayAll={mayAll} />
          <FormRadio form={form} name="shape" legend="Response format" options={shapes} />
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
  const presets = KEY_PRESET_NAMES.filter(
    (name) => mayAll || !isOwnersKey(KEY_PRESETS[name].scopes),
  );
  const options = presets.map((value) => ({
    value,
    label: KEY_PRESETS[value].label,
    help: presetHelp[value],
  }));
  const custom = { value: "custom", label: "Custom", help: "Choose the scopes yourself." };
  return (
    <>
      <FormRadio form={form} name="access" legend="Access" options={[...options, custom]} />
      {form.watch("access") === "custom" && (
        <FormField form={form} name="scopes">
          {({ value, onChange, error }) => (
            <FieldGroup legend="Scopes" {...(error && { error })}>
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
                    {...scopeWords[scope]}
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
  const { merchant } = useSession();
  return (
    <FormSelect
      form={form}
      name="validDays"
      label="Expires"
      help={
        expiry
          ? `Stops working on ${formatDay(expiry, merchant.timeZone)}. Owners get an email 14 days and 1 day before.`
          : "Works until you revoke it."
      }
      options={validities}
    />
  );
}
