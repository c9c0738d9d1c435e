import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { FormSelect } from "@/components/kit/form/form-fields";
import { FormText } from "@/components/kit/form/form-text";
import { SecretField } from "@/components/kit/ui/secret-field";

const periods = [
  { value: "1", label: "day" },
  { value: "30", label: "month" },
  { value: "365", label: "year" },
] as const;

/** Creates a shop's access code, which is shown once. */
export function NewAccess({ onClose }: { onClose: () => void }) {
  const t = useTranslations("wallet");
  const [secret, setSecret] = useState<string | null>(null);
  if (secret) {
    return (
      <ShowOnceDialog onSaved={onClose} title={t("account.access.secret.title")} size="lg">
        <SecretField
          secret={secret}
          label={t("account.access.secret.label")}
          warning={t("account.access.secret.warning")}
        />
      </ShowOnceDialog>
    );
  }
  return (
    <ActionDialog
      onClose={onClose}
      title={t("account.access.create")}
      description={t("account.access.dialog.description")}
      verb={t("account.access.dialog.submit")}
      size="lg"
      schema={z.object({
        name: z.string().check(z.trim(), z.minLength(1, t("account.access.dialog.missingName"))),
        days: z.string(),
      })}
      defaults={{ name: "", days: "30" }}
      send={({ name, days }) =>
        post("/api/wallet/tokens", { name, days: Number(days) as 1 | 30 | 365 })
      }
      refresh={[["wallet", "tokens"]]}
      done={(created) => setSecret(created.secret)}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label={t("account.access.dialog.name")}
            maxLength={100}
            autoComplete="off"
          />
          <FormSelect
            form={form}
            name="days"
            label={t("account.access.dialog.period")}
            options={periods.map(({ value, label }) => ({
              value,
              label: t(`account.access.dialog.periods.${label}`),
            }))}
          />
        </>
      )}
    </ActionDialog>
  );
}
