import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { patch, post, url } from "@/components/kit/api/api";
import { useIsOwner, useIsTest, useSession } from "@/components/kit/api/session";
import {
  emptyProof,
  ProofFields,
  proofOf,
  proofSchema,
} from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { typedTillName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { Time } from "@/components/kit/ui/format";
import { strong } from "@/components/kit/ui/strong";
import {
  AmountLimitFields,
  amountLimitsSchema,
  noAmountLimits,
  typedAmountLimits,
} from "@/components/portal/keys/limit-fields";
import { AMOUNT_LIMITS } from "@/components/portal/keys/words";
import { PairDialog, type ShownPairingCode } from "./pair-dialog";
import { browserWords, type Device } from "./words";

type Closing = { onClose: () => void };
type Props = Closing & { device: Device };

const queryKeysToRefresh = [["devices"]];

const deviceSchema = (currency: string) =>
  z.object({
    name: typedTillName,
    ...amountLimitsSchema(currency),
    ...proofSchema,
  });

/** Adds a device, and shows its pairing code. */
export function AddDeviceDialog({ onClose }: Closing) {
  const t = useTranslations("devices");
  const { currency } = useSession().merchant;
  const isTest = useIsTest();
  const [added, setAdded] = useState<ShownPairingCode | null>(null);
  if (added) return <PairDialog {...added} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("add.title")}
      description={t("add.text")}
      verb={t("add.submit")}
      schema={deviceSchema(currency)}
      defaults={{ name: "", ...noAmountLimits, ...emptyProof }}
      send={({ password, code, ...device }, key) =>
        post("/api/portal/devices", { ...device, ...proofOf({ password, code }) }, key)
      }
      refresh={queryKeysToRefresh}
      done={setAdded}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label={t("name")}
            help={t("add.nameHelp")}
            autoComplete="off"
          />
          <AmountLimitFields form={form} currency={currency} />
          {!isTest && <ProofFields form={form} />}
        </>
      )}
    </ActionDialog>
  );
}

/** Renames a device. Owners can also change its limits, with their password. */
export function EditDeviceDialog({ device, onClose }: Props) {
  const t = useTranslations("devices");
  const { currency } = useSession().merchant;
  const isTest = useIsTest();
  const mayLimit = useIsOwner() || isTest;
  const limits = typedAmountLimits(device, currency);
  return (
    <ActionDialog
      onClose={onClose}
      title={t("edit.title", { name: device.name })}
      description={mayLimit && t("edit.text")}
      verb={t("edit.submit")}
      schema={deviceSchema(currency)}
      defaults={{ name: device.name, ...limits, ...emptyProof }}
      send={({ name, password, code, ...typed }) =>
        patch(url("/api/portal/devices/{id}", { id: device.id }), {
          name,
          ...(mayLimit && { ...typed, ...proofOf({ password, code }) }),
        })
      }
      refresh={queryKeysToRefresh}
      done={onClose}
    >
      {(form) => {
        const typed = form.watch();
        const isLimited = AMOUNT_LIMITS.some((name) => typed[name] !== limits[name]);
        return (
          <>
            <FormText form={form} name="name" label={t("name")} autoComplete="off" />
            {mayLimit && <AmountLimitFields form={form} currency={currency} />}
            {isLimited && !isTest && <ProofFields form={form} />}
          </>
        );
      }}
    </ActionDialog>
  );
}

/** Creates a code that pairs another browser. */
export function PairingCodeDialog({ device, onClose }: Props) {
  const t = useTranslations("devices");
  const isTest = useIsTest();
  const [created, setCreated] = useState<ShownPairingCode | null>(null);
  if (created) return <PairDialog {...created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("pairingCode.title", { name: device.name })}
      description={
        device.pairedAt
          ? t("pairingCode.textPaired", { browser: browserWords(t, device) })
          : t("pairingCode.text")
      }
      verb={t("pairingCode.submit")}
      schema={z.object(proofSchema)}
      defaults={emptyProof}
      send={(proof, key) =>
        post(url("/api/portal/devices/{id}/pairing-code", device), proofOf(proof), key)
      }
      refresh={queryKeysToRefresh}
      done={setCreated}
    >
      {(form) => !isTest && <ProofFields form={form} />}
    </ActionDialog>
  );
}

/** When a device was last used. */
const lastUse = (t: Translate<"devices">, { lastUsedAt }: Device) =>
  lastUsedAt
    ? t.rich("revoke.use", { time: () => <Time at={lastUsedAt} /> })
    : t("revoke.neverUsed");

/** Asks for no proof: a stolen device is revoked in a hurry, and can be added again. */
export function RevokeDeviceDialog({ device, onClose }: Props) {
  const t = useTranslations("devices");
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("revoke.title", { name: device.name })}
      consequence={t.rich(device.pairedAt ? "revoke.text" : "revoke.textUnpaired", {
        browser: browserWords(t, device),
        use: () => lastUse(t, device),
        b: strong,
      })}
      verb={t("revoke.submit")}
      send={(_, key) => post(url("/api/portal/devices/{id}/revoke", { id: device.id }), {}, key)}
      refresh={queryKeysToRefresh}
      toast={() => t("revoke.done", { name: device.name })}
    />
  );
}
