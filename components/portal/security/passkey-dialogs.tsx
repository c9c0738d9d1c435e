"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { ApiError, post, type ReplyOf } from "@/components/kit/api/api";
import { proof } from "@/components/kit/credentials/proof-fields";
import { name } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import type { Translate } from "@/components/kit/locale/translate";

type Passkey = ReplyOf<"/api/portal/passkeys">["passkeys"][number];

const passkeys = {
  texts: "security",
  refresh: () => [["passkeys"], ["security"], ["team"]],
} as const;

/** Adds a passkey: a name and the password, then the browser's own dialog. */
export const AddPasskeyDialog = formDialog(passkeys, "passkeys.add", {
  submit: ({ t }) => t("continue"),
  fields: ({ t }) => ({
    name: name(t("passkeys.add.name"), { help: t("passkeys.add.nameHelp") }),
    ...proof(),
  }),
  send: (typed, key, { t }) => addPasskey(t, typed, key),
  toast: (_, { name }, { t }) => t("passkeys.add.toast", { name }),
});

type NewPasskey = { name: string; password?: string | undefined; code?: string | undefined };

async function addPasskey(t: Translate<"security">, { name, ...owner }: NewPasskey, key: string) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const options = await post("/api/portal/passkeys/options", owner);
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
    const isKnown = error.name === "InvalidStateError";
    throw new ApiError({
      status: 400,
      code: "passkey_not_created",
      message: t(isKnown ? "passkeys.add.known" : "passkeys.add.failed"),
    });
  });
  return await post(
    "/api/portal/passkeys",
    { name, response: { ...response, response: { ...response.response } } },
    key,
  );
}

export const RemovePasskeyDialog = formDialog(
  { ...passkeys, subject: ({ passkey }: { passkey: Passkey }) => passkey },
  "passkeys.remove",
  {
    operation: ["POST", "/api/portal/passkeys/{id}/remove"],
    values: ({ passkey }) => ({ name: passkey.name }),
    danger: true,
    refresh: [["passkeys"], ["security"], ["team"], ["sessions"]],
    fields: () => proof(),
  },
);
