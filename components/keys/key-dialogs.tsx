import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, post, url } from "@/components/api";
import { emptyProof, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormRadio } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { Time } from "@/components/ui/format";
import { KeyProof } from "./key-proof";
import { type RevealedKey, ShownKey } from "./shown-key";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

const queryKeysToRefresh = [["keys"]];

export const RenameKeyDialog = ({ apiKey, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title={`Rename “${apiKey.name}”`}
    verb="Rename key"
    schema={z.object({ name: typedName })}
    defaults={{ name: apiKey.name }}
    send={(typed) => patch(url("/api/portal/keys/{id}", { id: apiKey.id }), typed)}
    refresh={queryKeysToRefresh}
    done={onClose}
  >
    {(form) => (
      <FormText
        form={form}
        name="name"
        label="Name"
        help="The key goes on working as before."
        autoComplete="off"
      />
    )}
  </ActionDialog>
);

const LastUse = ({ apiKey: { lastUsedAt } }: { apiKey: ApiKey }) =>
  lastUsedAt ? (
    <>
      It was last used <Time at={lastUsedAt} />.
    </>
  ) : (
    "It has never been used."
  );

export const RevokeKeyDialog = ({ apiKey, onClose }: Props) => (
  <ConfirmDialog
    onClose={onClose}
    title={`Revoke “${apiKey.name}”`}
    consequence={
      <>
        <b className="font-semibold text-ink">
          Within 1 second every request with {apiKey.prefix}…{apiKey.last4} is refused.
        </b>{" "}
        <LastUse apiKey={apiKey} /> It can't be brought back.
      </>
    }
    proof={apiKey.last4}
    verb="Revoke key"
    send={(_, key) => post(url("/api/portal/keys/{id}/revoke", { id: apiKey.id }), {}, key)}
    refresh={queryKeysToRefresh}
    toast={() => `“${apiKey.name}” revoked`}
  />
);

const overlaps = [
  { value: "24", label: "24 hours", help: "Time to change it in a day" },
  { value: "168", label: "7 days", help: "For many tills, or a release" },
  { value: "1", label: "1 hour", help: "You change it right now" },
  { value: "0", label: "Not at all", help: "It leaked: it stops at once" },
] as const;

const OverlapSchema = z.object({
  overlap: z.enum(overlaps.map(({ value }) => value)),
  ...proofSchema,
});
type OverlapHours = 0 | 1 | 24 | 168;

/** Creates a replacement for a key. Both work during the overlap. */
export function RollKeyDialog({ apiKey, onClose }: Props) {
  const [rolled, setRolled] = useState<RevealedKey | null>(null);
  if (rolled) return <ShownKey {...rolled} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={`Roll “${apiKey.name}”`}
      description={
        <>
          Makes a new key with the same name, shape and permissions, to put wherever{" "}
          <span className="font-mono">
            {apiKey.prefix}…{apiKey.last4}
          </span>{" "}
          is in use. <LastUse apiKey={apiKey} />
        </>
      }
      verb="Roll key"
      schema={OverlapSchema}
      defaults={{ overlap: "24", ...emptyProof }}
      send={({ overlap, ...proof }, idempotencyKey) => {
        const overlapHours = Number(overlap) as OverlapHours;
        const path = url("/api/portal/keys/{id}/roll", { id: apiKey.id });
        return post(path, { overlapHours, ...proofOf(proof) }, idempotencyKey);
      }}
      refresh={queryKeysToRefresh}
      done={({ key, secret }, { overlap }) =>
        setRolled({ apiKey: key, secret, former: formerWords(apiKey, overlap) })
      }
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="overlap"
            legend="The old key goes on working for"
            options={overlaps}
          />
          <p className="text-sm text-muted">
            {apiKey.expiresAt &&
              "The new key is given as long a life as the old one had, which ends no later than it would have. "}
            While both work, each has limits of its own.
          </p>
          <KeyProof form={form} scopes={apiKey.scopes} />
        </>
      )}
    </ActionDialog>
  );
}

function formerWords({ prefix, last4 }: ApiKey, overlap: string): string {
  const old = `The old key, ${prefix}…${last4},`;
  if (overlap === "0") return `${old} no longer works.`;
  const chosen = overlaps.find(({ value }) => value === overlap);
  return `${old} works for ${chosen?.label} more at most; put the new one in its place before.`;
}
