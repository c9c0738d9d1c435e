import { EmailField } from "@/components/kit/credentials/fields";
import { proof } from "@/components/kit/credentials/proof-fields";
import { field } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { typedEmail } from "@/components/kit/form/form-schemas";

/** Asks for a new email and a proof. The new email takes effect when its link is opened. */
export const ChangeEmailDialog = formDialog(
  { texts: "account", refresh: () => [["account"]] },
  "changeEmail",
  {
    operation: ["POST", "/api/portal/account/email"],
    fields: ({ t }) => ({
      email: field(typedEmail, "", (at) => (
        <EmailField
          {...at}
          label={t("changeEmail.label")}
          autoComplete="email"
          autoCapitalize="none"
        />
      )),
      ...proof(),
    }),
    toast: (_, { email }, { t }) => t("changeEmail.toast", { email }),
  },
);
