"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { ApiError, post, type ReplyOf, url } from "@/components/api";
import { emptyProof, ProofFields, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { FormText } from "@/components/form-text";

type Passkey = ReplyOf<"/api/portal/passkeys">["passkeys"][number];

const AddSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Name the passkey."),
      z.maxLength(100, "Use at most 100 characters."),
    ),
  ...proofSchema,
});

/** Adds a passkey: a name and the password, then the browser's own dialog. */
export const AddPasskeyDialog = ({ onClose }: { onClose: () => void }) => (
  <ActionDialog
    onClose={onClose}
    title="Add passkey"
    description="Confirm your password. Then your browser asks where to keep the passkey."
    verb="Continue"
    schema={AddSchema}
    defaults={{ name: "", ...emptyProof }}
    send={addPasskey}
    refresh={[["passkeys"], ["security"], ["team"]]}
    toast={({ name }) => `Passkey “${name}” added`}
  >
    {(form) => (
      <>
        <FormText
          form={form}
          name="name"
          label="Name"
          help="To tell it apart later, such as Work laptop."
          autoComplete="off"
        />
        <ProofFields form={form} />
      </>
    )}
  </ActionDialog>
);

async function addPasskey({ name, ...proof }: z.output<typeof AddSchema>, key: string) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const options = await post("/api/portal/passkeys/options", proofOf(proof));
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
    const isKnown = error.name === "InvalidStateError";
    throw new ApiError({
      status: 400,
      code: "passkey_not_created",
      message: isKnown
        ? "This device already has a passkey for your account."
        : "No passkey was created. Try again, and confirm in your browser's dialog.",
    });
  });
  return await post(
    "/api/portal/passkeys",
    { name, response: { ...response, response: { ...response.response } } },
    key,
  );
}

export const RemovePasskeyDialog = ({
  passkey,
  onClose,
}: {
  passkey: Passkey;
  onClose: () => void;
}) => (
  <ActionDialog
    onClose={onClose}
    title={`Remove “${passkey.name}”?`}
    description="You can't sign in with it anymore, and your other sessions end. Delete it on your device too."
    verb="Remove passkey"
    danger
    schema={z.object(proofSchema)}
    defaults={emptyProof}
    send={(proof, key) =>
      post(url("/api/portal/passkeys/{id}/remove", passkey), proofOf(proof), key)
    }
    refresh={[["passkeys"], ["security"], ["team"], ["sessions"]]}
    toast={() => "Passkey removed"}
  >
    {(form) => <ProofFields form={form} />}
  </ActionDialog>
);
