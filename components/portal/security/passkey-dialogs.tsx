"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { ApiError, post, type ReplyOf, url } from "@/components/kit/api/api";
import {
  emptyProof,
  ProofFields,
  proofOf,
  proofSchema,
} from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { typedName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";

type Passkey = ReplyOf<"/api/portal/passkeys">["passkeys"][number];

const AddSchema = z.object({ name: typedName, ...proofSchema });

/** Adds a passkey: a name and the password, then the browser's own dialog. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("security");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("passkeys.add.title")}
      description={t("passkeys.add.text")}
      verb={t("continue")}
      schema={AddSchema}
      defaults={{ name: "", ...emptyProof }}
      send={(typed, key) => addPasskey(t, typed, key)}
      refresh={[["passkeys"], ["security"], ["team"]]}
      toast={({ name }) => t("passkeys.add.done", { name })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label={t("passkeys.add.name")}
            help={t("passkeys.add.nameHelp")}
            autoComplete="off"
          />
          <ProofFields form={form} />
        </>
      )}
    </ActionDialog>
  );
}

type NewPasskey = z.output<typeof AddSchema>;

async function addPasskey(t: Translate<"security">, { name, ...proof }: NewPasskey, key: string) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const options = await post("/api/portal/passkeys/options", proofOf(proof));
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

type RemoveProps = { passkey: Passkey; onClose: () => void };

export function RemovePasskeyDialog({ passkey, onClose }: RemoveProps) {
  const t = useTranslations("security");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("passkeys.remove.title", { name: passkey.name })}
      description={t("passkeys.remove.text")}
      verb={t("passkeys.remove.submit")}
      danger
      schema={z.object(proofSchema)}
      defaults={emptyProof}
      send={(proof, key) =>
        post(url("/api/portal/passkeys/{id}/remove", passkey), proofOf(proof), key)
      }
      refresh={[["passkeys"], ["security"], ["team"], ["sessions"]]}
      toast={() => t("passkeys.remove.done")}
    >
      {(form) => <ProofFields form={form} />}
    </ActionDialog>
  );
}
