import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { patch, post, url } from "@/components/kit/api/api";
import { emptyProof, proofOf, proofSchema } from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormRadio } from "@/components/kit/form/form-fields";
import { typedName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { Time } from "@/components/kit/ui/format";
import { KeyProof } from "./key-proof";
import { type RevealedKey, ShownKey } from "./shown-key";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

const queryKeysToRefresh = [["keys"]];
export function RenameKeyDialog({ apiKey, onClose }: Props) {
  const t = useTranslations("keys");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("rename.title", { name: apiKey.name })}
      verb={t("rename.submit")}
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
          label={t("name")}
          help={t("rename.help")}
          autoComplete="off"
        />
      )}
    </ActionDialog>
  );
}

/** A key without its secret, such as "scrip_live_…4f2a". */
const maskedKey = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`;

/** When a key was last used. */
const lastUse = (t: Translate<"keys">, { lastUsedAt }: ApiKey) =>
  lastUsedAt ? t.rich("lastUse", { time: () => <Time at={lastUsedAt} /> }) : t("neverUsed");

export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const t = useTranslations("keys");
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("revoke.title", { name: apiKey.name })}
      consequence={t.rich("revoke.text", {
        key: maskedKey(apiKey),
        use: () => lastUse(t, apiKey),
        b: (text) => <b className="font-semibold text-ink">{text}</b>,
      })}
      proof={apiKey.last4}
      verb={t("revoke.submit")}
      send={(_, key) => post(url("/api/portal/keys/{id}/revoke", { id: apiKey.id }), {}, key)}
      refresh={queryKeysToRefresh}
      toast={() => t("revoke.done", { name: apiKey.name })}
    />
  );
}

/** Hours that a rolled key still works. */
const overlaps = ["24", "168", "1", "0"] as const;

const OverlapSchema = z.object({ overlap: z.enum(overlaps), ...proofSchema });
type OverlapHours = 0 | 1 | 24 | 168;

/** Creates a replacement for a key. Both work during the overlap. */
export function RollKeyDialog({ apiKey, onClose }: Props) {
  const t = useTranslations("keys");
  const [rolled, setRolled] = useState<RevealedKey | null>(null);
  if (rolled) return <ShownKey {...rolled} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("roll.title", { name: apiKey.name })}
      description={t.rich("roll.text", {
        key: () => <span className="font-mono">{maskedKey(apiKey)}</span>,
        use: () => lastUse(t, apiKey),
      })}
      verb={t("roll.submit")}
      schema={OverlapSchema}
      defaults={{ overlap: "24", ...emptyProof }}
      send={({ overlap, ...proof }, idempotencyKey) => {
        const overlapHours = Number(overlap) as OverlapHours;
        const path = url("/api/portal/keys/{id}/roll", { id: apiKey.id });
        return post(path, { overlapHours, ...proofOf(proof) }, idempotencyKey);
      }}
      refresh={queryKeysToRefresh}
      done={({ key, secret }, { overlap: hours }) => {
        const oldKey = maskedKey(apiKey);
        const former =
          hours === "0" ? t("roll.ended", { key: oldKey }) : t("roll.ends", { key: oldKey, hours });
        setRolled({ apiKey: key, secret, former });
      }}
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="overlap"
            legend={t("roll.overlap.legend")}
            options={overlaps.map((value) => ({
              value,
              label: t(`roll.overlap.${value}.label`),
              help: t(`roll.overlap.${value}.help`),
            }))}
          />
          <p className="text-sm text-muted">
            {apiKey.expiresAt && `${t("roll.lifetime")} `}
            {t("roll.limits")}
          </p>
          <KeyProof form={form} scopes={apiKey.scopes} />
        </>
      )}
    </ActionDialog>
  );
}
