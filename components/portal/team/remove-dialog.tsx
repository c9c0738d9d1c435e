"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { remove, url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { signOut } from "@/components/kit/credentials/credentials";
import { emptyProof, ProofFields, proofSchema } from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { FormSelect } from "@/components/kit/form/form-fields";
import type { Translate } from "@/components/kit/locale/translate";
import { toast } from "@/components/kit/page/toast";
import { Dialog } from "@/components/kit/ui/dialog";
import { SecretField } from "@/components/kit/ui/secret-field";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { type ApiKey, hasEnded } from "@/components/portal/keys/words";
import type { TeamMember } from "./words";

type Props = { member: TeamMember; onClose: () => void };
type NewKey = { key: { id: string; name: string }; secret: string };

/** Removes a member, after deciding about each API key that they created and that still works. */
export function RemoveDialog({ member, onClose }: Props) {
  const t = useTranslations("team");
  const { merchant } = useSession();
  const query = useQuery(readOptions(["keys"], "/api/portal/keys"));
  const title = t("remove.title", { name: member.name, store: merchant.name });
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
  revoke: { decision: "revoke", overlapHours: 0 },
  roll: { decision: "roll", overlapHours: 0 },
  roll_later: { decision: "roll", overlapHours: 24 },
} as const;

type Decision = keyof typeof decisions;
const decisionNames = Object.keys(decisions) as Decision[];

const RemovalSchema = z.object({
  decisions: z.record(z.string(), z.enum(decisionNames)),
  ...proofSchema,
});

/** Keys that were already rolled can only be revoked, and so can one's own. */
const optionsFor = (t: Translate<"team">, { replacedBy }: ApiKey, isSelf: boolean) =>
  decisionNames
    .filter((name) => name === "revoke" || !(isSelf || replacedBy))
    .map((value) => ({ value, label: t(`remove.options.${value}`) }));

type FormProps = Props & {
  title: string;
  apiKeys: ApiKey[];
  onNewKeys: (keys: NewKey[]) => void;
};

function RemoveForm({ member, title, apiKeys, onClose, onNewKeys }: FormProps) {
  const t = useTranslations("team");
  const { user } = useSession();
  const isSelf = member.id === user.id;
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={
        <>
          {t.rich("remove.text", {
            b: (text) => <b className="font-semibold text-ink">{text}</b>,
          })}
          {apiKeys.length > 0 && ` ${t("remove.keys")}`}
        </>
      }
      verb={t("remove.submit")}
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
          ...proof,
        })
      }
      refresh={isSelf ? [] : [["team"], ["keys"]]}
      done={async ({ rolled = [] }) => {
        if (isSelf) return await signOut();
        toast(t("remove.done", { name: member.name }));
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
              label={t("remove.keyLabel", { name: key.name, last4: key.last4 })}
              options={optionsFor(t, key, isSelf)}
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

function NewKeys({ member, newKeys, onClose }: NewKeysProps) {
  const t = useTranslations("team");
  return (
    <ShowOnceDialog
      onSaved={onClose}
      title={t("newKeys.title")}
      description={t("newKeys.text", { name: member.name })}
    >
      <div className="grid gap-5">
        {newKeys.map(({ key, secret }) => (
          <div key={key.id} className="grid gap-2">
            <p className="text-sm font-medium">{key.name}</p>
            <SecretField
              secret={secret}
              label={t("newKeys.label", { name: key.name })}
              warning={t("newKeys.warning")}
            />
          </div>
        ))}
      </div>
    </ShowOnceDialog>
  );
}
