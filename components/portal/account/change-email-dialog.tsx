import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { EmailField } from "@/components/kit/credentials/fields";
import {
  emptyProof,
  ProofFields,
  proofOf,
  proofSchema,
} from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { typedEmail } from "@/components/kit/form/form-schemas";

/** Asks for a new email and a proof. The new email takes effect when its link is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("account");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("changeEmail.title")}
      description={t("changeEmail.text")}
      verb={t("changeEmail.submit")}
      schema={z.object({
        email: typedEmail,
        ...proofSchema,
      })}
      defaults={{ email: "", ...emptyProof }}
      send={({ email, ...proof }, key) =>
        post("/api/portal/account/email", { email, ...proofOf(proof) }, key)
      }
      refresh={[["account"]]}
      toast={(_, { email }) => t("changeEmail.done", { email })}
    >
      {(form) => (
        <>
          <EmailField
            form={form}
            name="email"
            label={t("changeEmail.label")}
            autoComplete="email"
            autoCapitalize="none"
          />
          <ProofFields form={form} />
        </>
      )}
    </ActionDialog>
  );
}
