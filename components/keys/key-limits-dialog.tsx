import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, url } from "@/components/api";
import { emptyProof, ProofFields, proofOf, proofSchema } from "@/components/auth/proof-fields";
import { amountSchema } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { decimalText } from "@/lib/money";
import { isOwnersKey } from "@/lib/roles";
import type { ApiKey } from "./words";

type Props = { apiKey: ApiKey; onClose: () => void };

/** An amount in minor units, or null for an empty field: no limit. */
const limitSchema = (currency: string) =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => null),
    ),
    amountSchema(currency),
  ]);

const rateSchema = z.pipe(
  z.string().check(z.regex(/^(\d{1,4})?$/, "Enter a whole number, or leave it empty.")),
  z.transform((text) => (text === "" ? null : Number(text))),
);

const limitsSchema = (currency: string) =>
  z.object({
    place: z.string().check(z.trim(), z.maxLength(100, "Use at most 100 characters.")),
    addressRanges: z.pipe(
      z.string(),
      z.transform((text) => text.split(/[\s,;]+/).filter((one) => one !== "")),
    ),
    maxMovementInCents: limitSchema(currency),
    maxDayInCents: limitSchema(currency),
    maxMovementOutCents: limitSchema(currency),
    maxDayOutCents: limitSchema(currency),
    limitPerWindow: rateSchema,
    ...proofSchema,
  });

const amounts = [
  { name: "maxMovementInCents", label: "Largest top-up" },
  { name: "maxDayInCents", label: "Top-ups per day" },
  { name: "maxMovementOutCents", label: "Largest redemption" },
  { name: "maxDayOutCents", label: "Redemptions per day" },
] as const;

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
          <FormText form={form} name="place" label="Place" help="Where the key is used." />
          <FormText
            form={form}
            name="addressRanges"
            label="Allowed networks"
            help="IP addresses or networks, such as 203.0.113.0/24. Requests from elsewhere are declined."
            autoComplete="off"
          />
          <div className="grid gap-3 sm:grid-cols-2">
            {amounts.map(({ name, label }) => (
              <FormMoney
                key={name}
                form={form}
                name={name}
                label={label}
                currency={currency}
                optional
              />
            ))}
          </div>
          <p className="text-sm text-muted">
            Amounts apply to each currency separately. A day is a day in the store's time zone.
          </p>
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
