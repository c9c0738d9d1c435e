import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, url } from "@/components/api";
import { emptyProof, ProofFields, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { decimalText } from "@/lib/money";
import { isOwnersKey } from "@/lib/roles";
import { LimitFields, limitFieldsSchema } from "./limit-fields";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

const rateSchema = z.pipe(
  z.string().check(z.regex(/^(\d{1,4})?$/, "Enter a whole number, or leave it empty.")),
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
      description="An empty field means no limit. Changes apply within a second, and owners get an email."
      verb="Save limits"
      schema={limitsSchema(currency)}
      defaults={{
        place: apiKey.place ?? "",
        addressRanges: apiKey.addressRanges.join(", "),
        maxMovementInCents: typed(apiKey.maxMovementInCents),
        maxDayInCents: typed(apiKey.maxDayInCents),
        maxMovementOutCents: typed(apiKey.maxMovementOutCents),
        maxDayOutCents: typed(apiKey.maxDayOutCents),
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
            help={
              rate === 0
                ? "The operator removed the rate limit of this key."
                : "Replaces the published rate limits, such as 50 redemptions and top-ups a minute."
            }
            inputMode="numeric"
          />
          {isOwnersKey(apiKey.scopes) && <ProofFields form={form} />}
        </>
      )}
    </ActionDialog>
  );
}
