import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, url } from "@/components/api";
import { emptyProof, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { decimalText } from "@/lib/money";
import { eachAmountLimit } from "./amount-limits";
import { KeyProof } from "./key-proof";
import { LimitFields, limitFieldsSchema } from "./limit-fields";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

const rateSchema = z.pipe(
  z.string().check(z.regex(/^(\d{1,4})?$/, "Enter a whole number, or leave it blank.")),
  z.transform((text) => (text === "" ? null : Number(text))),
);

const limitsSchema = (currency: string) =>
  z.object({
    ...limitFieldsSchema(currency),
    limitPerWindow: rateSchema,
    ...proofSchema,
  });

/** Changes what a key is limited to. An owner confirms their password if the key moves money. */
export function KeyLimitsDialog({ apiKey, onClose }: Props) {
  const { currency } = useSession().merchant;
  const typed = (cents: number | null) => (cents === null ? "" : decimalText(cents, currency));
  const { limitPerWindow: rate } = apiKey;
  return (
    <ActionDialog
      onClose={onClose}
      title={`Limits of “${apiKey.name}”`}
      description="Leave amounts or networks blank for no limit. Changes take effect within a second, and owners get an email."
      verb="Save limits"
      schema={limitsSchema(currency)}
      defaults={{
        place: apiKey.place ?? "",
        addressRanges: apiKey.addressRanges.join(", "),
        ...eachAmountLimit((name) => typed(apiKey[name])),
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
            label="Requests per window"
            optional
            help={
              rate === 0
                ? "The operator removed the rate limit of this key."
                : "Leave blank for the standard limits."
            }
            inputMode="numeric"
          />
          <KeyProof form={form} scopes={apiKey.scopes} />
        </>
      )}
    </ActionDialog>
  );
}
