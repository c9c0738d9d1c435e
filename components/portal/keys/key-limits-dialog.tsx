import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { patch, url } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { emptyProof, proofOf, proofSchema } from "@/components/kit/credentials/proof-fields";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { KeyProof } from "./key-proof";
import { LimitFields, limitFieldsSchema, typedAmountLimits } from "./limit-fields";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

const rateSchema = (t: Translate<"keys">) =>
  z.pipe(
    z.string().check(z.regex(/^(\d{1,4})?$/, t("limits.rateInvalid"))),
    z.transform((text) => (text === "" ? null : Number(text))),
  );

const limitsSchema = (t: Translate<"keys">, currency: string) =>
  z.object({
    ...limitFieldsSchema(currency),
    limitPerWindow: rateSchema(t),
    ...proofSchema,
  });

/** Changes what a key is limited to. An owner confirms their password if the key moves money. */
export function KeyLimitsDialog({ apiKey, onClose }: Props) {
  const t = useTranslations("keys");
  const { currency } = useSession().merchant;
  const { limitPerWindow: rate } = apiKey;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("limits.title", { name: apiKey.name })}
      description={t("limits.text")}
      verb={t("limits.submit")}
      schema={limitsSchema(t, currency)}
      defaults={{
        place: apiKey.place ?? "",
        addressRanges: apiKey.addressRanges.join(", "),
        ...typedAmountLimits(apiKey, currency),
        limitPerWindow: rate ? String(rate) : "",
        ...emptyProof,
      }}
      send={({ password, code, limitPerWindow, ...limits }) =>
        patch(url("/api/portal/keys/{id}", { id: apiKey.id }), {
          ...limits,
          // The operator removed the rate limit of this key: an empty field keeps it so.
          ...(rate === 0 && limitPerWindow === null ? {} : { limitPerWindow }),
          ...proofOf({ password, code }),
        })
      }
      refresh={[["keys"]]}
      done={onClose}
    >
      {(form) => (
        <>
          <LimitFields
            form={form}
            currency={currency}
            movesMoney={apiKey.scopes.includes("money:write")}
          />
          <FormText
            form={form}
            name="limitPerWindow"
            label={t("limits.rate")}
            optional
            help={t(rate === 0 ? "limits.rateRemoved" : "limits.rateHelp")}
            inputMode="numeric"
          />
          <KeyProof form={form} scopes={apiKey.scopes} />
        </>
      )}
    </ActionDialog>
  );
}
