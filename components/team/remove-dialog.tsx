"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { remove, url } from "@/components/api";
import { signOut } from "@/components/auth/credentials";
import { emptyProof, ProofFields, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { FormSelect } from "@/components/form-fields";
import { type ApiKey, hasEnded } from "@/components/keys/words";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import { Loaded, Skeletons } from "@/components/ui/states";
import type { TeamMember } from "./words";

type Props = { member: TeamMember; onClose: () => void };
type NewKey = { key: { id: string; name: string }; secret: string };

/** Removes a member, after deciding about each API key that they created and that still works. */
export function RemoveDialog({ member, onClose }: Props) {
  const { merchant } = useSession();
  const query = useQuery(readOptions(["keys"], "/api/portal/keys"));
  const title = `Remove ${member.name} from ${merchant.name}`;
  const [newKeys, setNewKeys] = useState<NewKey[]>([]);
  if (newKeys.length > 0) {
    return <NewKeys member={member} newKeys={newKeys} onClose={onClose} />;
  }
  if (query.data) {
    const now = new Date();
    const theirs = query.data.keys.filter(
      (key) => key.createdById === member.id && !hasEnded(key, now),
    );
    return (
      <RemoveForm
        member={member}
        title={title}
        apiKeys={theirs}
        onClose={onClose}
        onNewKeys={setNewKeys}
      />
    );
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <Loaded query={query} loading={<Skeletons bars={["h-4 w-64", "h-9"]} />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const decisions = {
  revoke: { label: "Revoke it now", decision: "revoke", overlapHours: 0 },
  roll: { label: "Roll it. The old key stops now", decision: "roll", overlapHours: 0 },
  roll_later: {
    label: "Roll it. The old key works for 24 more hours",
    decision: "roll",
    overlapHours: 24,
  },
} as const;

type Decision = keyof typeof decisions;
const decisionNames = Object.keys(decisions) as Decision[];

const RemovalSchema = z.object({
  decisions: z.record(z.string(), z.enum(decisionNames)),
  ...proofSchema,
});

/** Keys that were already rolled can only be revoked, and so can one's own. */
const optionsFor = ({ replacedBy }: ApiKey, isSelf: boolean) =>
  decisionNames
    .filter((name) => name === "revoke" || !(isSelf || replacedBy))
    .map((value) => ({ value, label: decisions[value].label }));

type FormProps = Props & {
  title: string;
  apiKeys: ApiKey[];
  onNewKeys: (keys: NewKey[]) => void;
};

function RemoveForm({ member, title, apiKeys, onClose, onNewKeys }: FormProps) {
  const { user } = useSession();
  const isSelf = member.id === user.id;
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={
        <>
          <b className="font-semibold text-ink">
            They're signed out of this store immediately and need an invitation to come back.
          </b>{" "}
          Their activity stays in the history.
          {apiKeys.length > 0 &&
            " They know the API keys they created. Choose what happens to each."}
        </>
      }
      verb="Remove"
      danger
      schema={RemovalSchema}
      defaults={{
        decisions: Object.fromEntries(apiKeys.map(({ id }) => [id, "revoke" as Decision])),
        ...emptyProof,
      }}
      send={({ decisions: chosen, ...proof }) =>
        remove(url("/api/portal/team/{id}", { id: member.id }), {
          keys: apiKeys.map(({ id }) => {
            const { decision, overlapHours } = decisions[chosen[id] ?? "revoke"];
            return { id, decision, overlapHours };
          }),
          ...proofOf(proof),
        })
      }
      refresh={isSelf ? [] : [["team"], ["keys"]]}
      done={async ({ rolled = [] }) => {
        if (isSelf) return await signOut();
        toast(`${member.name} removed from the team`);
        if (rolled.length > 0) onNewKeys(rolled);
        else onClose();
      }}
    >
      {(form) => (
        <>
          {apiKeys.map((key) => (
            <FormSelect
              key={key.id}
              form={form}
              name={`decisions.${key.id}`}
              label={`${key.name}, ending in ${key.last4}`}
              options={optionsFor(key, isSelf)}
            />
          ))}
          {Object.values(form.watch("decisions")).some((chosen) => chosen !== "revoke") && (
            <ProofFields form={form} />
          )}
        </>
      )}
    </ActionDialog>
  );
}

type NewKeysProps = Props & { newKeys: NewKey[] };

const NewKeys = ({ member, newKeys, onClose }: NewKeysProps) => (
  <Dialog
    onClose={onClose}
    title="New API keys"
    description={`${member.name} was removed. Put these keys where the old ones are in use.`}
  >
    <div className="grid gap-5">
      {newKeys.map(({ key, secret }) => (
        <div key={key.id} className="grid gap-2">
          <p className="text-sm font-medium">{key.name}</p>
          <SecretField
            secret={secret}
            label={`API key “${key.name}”`}
            warning="Copy it now. You won't see it again."
          />
        </div>
      ))}
    </div>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
);
