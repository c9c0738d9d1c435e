import * as z from "zod/mini";
import { openPage, post } from "@/components/kit/api/api";
import { proof } from "@/components/kit/credentials/proof-fields";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { drawnIf, name, pin, text } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { typedTillName } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import { Time } from "@/components/kit/ui/format";
import { strong } from "@/components/kit/ui/strong";
import { amountLimits, typedAmountLimits } from "@/components/portal/keys/limit-fields";
import { AMOUNT_LIMITS } from "@/components/portal/keys/words";
import { PairDialog } from "./pair-dialog";
import { browserWords, type Device } from "./words";

/** Of a cashier's name. A person's can be longer. */
const MAX_NAME = 60;

const devices = { texts: "devices", refresh: () => [["devices"]] } as const;
const ofDevice = { ...devices, subject: ({ device }: { device: Device }) => device };

/** Adds a device, and shows its pairing code. */
export const AddDeviceDialog = formDialog(devices, "add", {
  operation: ["POST", "/api/portal/devices"],
  fields: ({ t, merchant, isTest }) => ({
    name: name(t("name"), { schema: typedTillName, help: t("add.nameHelp") }),
    ...amountLimits(merchant.currency),
    ...proof(() => !isTest),
  }),
  next: (added, _, { onClose }) => <PairDialog {...added} onClose={onClose} />,
});

type Progress = { hasCashier: boolean; pairingCode?: string };
type TillProps = {
  /** The number of the new till. */
  number: number;
  /** What is done already, also by an earlier try. */
  progress: Progress;
};

/** Makes this browser a till and opens it. A store without cashiers gets the viewer as its first. */
export const UseAsTillDialog = formDialog({ ...devices, refresh: (_: TillProps) => [] }, "till", {
  fields: ({ t, isTest, progress }) => ({
    pin: progress.hasCashier
      ? drawnIf(false, text("", { schema: z.string() }))
      : pin(t("till.pin"), { help: t("till.pinHelp"), invalid: t("till.pinInvalid") }),
    ...proof(() => !isTest),
  }),
  send: async ({ pin: ownPin, ...ownProof }, key, { t, user, number, progress }) => {
    if (!progress.hasCashier) {
      const cashier = { name: user.name.slice(0, MAX_NAME), pin: ownPin };
      await post("/api/portal/cashiers", cashier, `${key}-cashier`);
      progress.hasCashier = true;
    }
    const device = { name: t("till.device", { number }), ...ownProof };
    progress.pairingCode ??= (await post("/api/portal/devices", device, key)).pairingCode;
    await post("/api/till/pair", { code: progress.pairingCode });
    return await openPage("/till");
  },
});

const mayLimit = ({ isOwner, isTest }: { isOwner: boolean; isTest: boolean }) => isOwner || isTest;

/** When a device was last used. */
const lastUse = (t: Translate<"devices">, { lastUsedAt }: Device) =>
  lastUsedAt
    ? t.rich("revoke.use", { time: () => <Time at={lastUsedAt} /> })
    : t("revoke.neverUsed");

export const DeviceDialog = dialogSet({
  /** Renames a device. Owners can also change its limits, with their password. */
  edit: formDialog(ofDevice, "edit", {
    operation: ["PATCH", "/api/portal/devices/{id}"],
    values: ({ device }) => ({ name: device.name }),
    description: (context) => mayLimit(context) && context.t("edit.description"),
    fields: ({ t, device, merchant: { currency }, ...viewer }) => {
      const limits = typedAmountLimits(device, currency);
      return {
        name: name(t("name"), { schema: typedTillName, initial: device.name }),
        ...amountLimits(currency, device, mayLimit(viewer)),
        ...proof(
          (typed) =>
            !viewer.isTest && AMOUNT_LIMITS.some((limit) => typed[limit] !== limits[limit]),
        ),
      };
    },
    body: (values, context) => (mayLimit(context) ? values : { name: values.name }),
  }),
  /** Creates a code that pairs another browser. */
  pairingCode: formDialog(ofDevice, "pairingCode", {
    operation: ["POST", "/api/portal/devices/{id}/pairing-code"],
    values: ({ device }) => ({ name: device.name }),
    description: ({ t, device }) =>
      device.pairedAt && t("pairingCode.descriptionPaired", { browser: browserWords(t, device) }),
    fields: ({ isTest }) => proof(() => !isTest),
    next: (created, _, { onClose }) => <PairDialog {...created} onClose={onClose} />,
  }),
  /** Asks for no proof: a stolen device is revoked in a hurry, and can be added again. */
  revoke: confirmation(ofDevice, "revoke", {
    operation: ["POST", "/api/portal/devices/{id}/revoke"],
    values: ({ t, device }) => ({
      name: device.name,
      browser: browserWords(t, device),
      use: () => lastUse(t, device),
    }),
    description: ({ t, device }) =>
      !device.pairedAt && t.rich("revoke.descriptionUnpaired", { b: strong }),
  }),
});
