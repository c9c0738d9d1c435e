import * as z from "zod/mini";
import { proof } from "@/components/kit/credentials/proof-fields";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { dialogSet } from "@/components/kit/dialog/dialog-set";
import { drawn, name, radio, text, together } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import type { Translate } from "@/components/kit/locale/translate";
import { Time } from "@/components/kit/ui/format";
import { isOwnersKey } from "@/lib/base/roles";
import { LimitFields, limitFieldsSchema, typedAmountLimits } from "./limit-fields";
import { ShownKey } from "./shown-key";
import type { ApiKey } from "./words";

const ofKey = {
  texts: "keys",
  refresh: () => [["keys"]],
  subject: ({ apiKey }: { apiKey: ApiKey }) => apiKey,
} as const;

/** A key without its secret, such as "scrip_live_…4f2a". */
const maskedKey = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`;

/** When a key was last used. */
const lastUse = (t: Translate<"keys">, { lastUsedAt }: ApiKey) =>
  lastUsedAt ? t.rich("lastUse", { time: () => <Time at={lastUsedAt} /> }) : t("neverUsed");

/** An owner confirms their password if the key moves money. Test mode needs none. */
const keyProof = ({ isTest, apiKey }: { isTest: boolean; apiKey: ApiKey }) =>
  proof(() => !isTest && isOwnersKey(apiKey.scopes));

/** Hours that a rolled key still works. */
const overlaps = ["24", "168", "1", "0"] as const;
type OverlapHours = 0 | 1 | 24 | 168;

const rateSchema = (t: Translate<"keys">) =>
  z.pipe(
    z.string().check(z.regex(/^(\d{1,4})?$/, t("limits.rateInvalid"))),
    z.transform((typed) => (typed === "" ? null : Number(typed))),
  );

export const KeyDialog = dialogSet({
  rename: formDialog(ofKey, "rename", {
    operation: ["PATCH", "/api/portal/keys/{id}"],
    values: ({ apiKey }) => ({ name: apiKey.name }),
    fields: ({ t, apiKey }) => ({
      name: name(t("name"), { initial: apiKey.name, help: t("rename.help") }),
    }),
  }),
  /** Changes what a key is limited to. */
  limits: formDialog(ofKey, "limits", {
    operation: ["PATCH", "/api/portal/keys/{id}"],
    values: ({ apiKey }) => ({ name: apiKey.name }),
    fields: ({ t, merchant: { currency }, ...context }) => {
      const { place, addressRanges, limitPerWindow: rate, ...key } = context.apiKey;
      const initial = {
        place: place ?? "",
        addressRanges: addressRanges.join(", "),
        ...typedAmountLimits(key, currency),
      };
      const movesMoney = key.scopes.includes("money:write");
      return {
        ...together(limitFieldsSchema(currency), initial, ({ form }) => (
          <LimitFields form={form} currency={currency} movesMoney={movesMoney} />
        )),
        limitPerWindow: text(t("limits.rate"), {
          schema: rateSchema(t),
          initial: rate ? String(rate) : "",
          optional: true,
          help: t(rate === 0 ? "limits.rateRemoved" : "limits.rateHelp"),
          inputMode: "numeric",
        }),
        ...keyProof(context),
      };
    },
    body: ({ limitPerWindow, ...limits }, { apiKey }) => ({
      ...limits,
      // The operator removed the rate limit of this key: an empty field keeps it so.
      ...(apiKey.limitPerWindow === 0 && limitPerWindow === null ? {} : { limitPerWindow }),
    }),
  }),
  /** Creates a replacement for a key. Both work during the overlap. */
  roll: formDialog(ofKey, "roll", {
    operation: ["POST", "/api/portal/keys/{id}/roll"],
    values: ({ t, apiKey }) => ({
      name: apiKey.name,
      key: () => <span className="font-mono">{maskedKey(apiKey)}</span>,
      use: () => lastUse(t, apiKey),
    }),
    fields: ({ t, ...context }) => ({
      overlap: radio(t("roll.overlap.legend"), {
        values: overlaps,
        initial: "24",
        option: (hours) => ({
          label: t(`roll.overlap.${hours}.label`),
          help: t(`roll.overlap.${hours}.help`),
        }),
      }),
      limits: drawn(() => (
        <p className="text-sm text-muted">
          {context.apiKey.expiresAt && `${t("roll.lifetime")} `}
          {t("roll.limits")}
        </p>
      )),
      ...keyProof(context),
    }),
    body: ({ overlap, ...given }) => ({
      ...given,
      overlapHours: Number(overlap) as OverlapHours,
    }),
    next: ({ key, secret }, { overlap: hours }, { t, apiKey, onClose }) => {
      const oldKey = maskedKey(apiKey);
      const former =
        hours === "0" ? t("roll.ended", { key: oldKey }) : t("roll.ends", { key: oldKey, hours });
      return <ShownKey apiKey={key} secret={secret} former={former} onClose={onClose} />;
    },
  }),
  revoke: confirmation(ofKey, "revoke", {
    operation: ["POST", "/api/portal/keys/{id}/revoke"],
    values: ({ t, apiKey }) => ({
      name: apiKey.name,
      key: maskedKey(apiKey),
      use: () => lastUse(t, apiKey),
    }),
    proof: ({ apiKey }) => apiKey.last4,
  }),
});
