import { z } from "zod";
import { AmountCents, Instant, Name, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, refuse, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { networkText, parseNetwork } from "@/lib/base/networks";
import { API_SCOPES, KEY_PRESET_NAMES, KEY_PRESETS } from "@/lib/base/roles";
import { isCleanText } from "@/lib/base/text";
import { OVERLAP_HOURS_CHOICES } from "@/lib/domain/api-keys/roll";
import { PROOF_FIELDS } from "./account";

export const KeyParams = z.strictObject({ id: Uuid });

const MAX_PLACE_CHARS = 100;
const MAX_ADDRESS_RANGES = 20;

const AddressRange = z
  .string()
  .trim()
  .max(49)
  .transform((typed, context) => {
    const network = parseNetwork(typed);
    if (network !== null) return networkText(network);
    context.addIssue("must be an IP address, or a network such as 203.0.113.0/24");
    return z.NEVER;
  });

/** An amount in minor units of each currency; null for no limit. */
const AmountLimit = AmountCents.nullable().optional();

/** The largest amounts of one movement and of a day, each in one direction. */
export const AMOUNT_LIMIT_FIELDS = {
  maxMovementInCents: AmountLimit,
  maxMovementOutCents: AmountLimit,
  maxDayInCents: AmountLimit,
  maxDayOutCents: AmountLimit,
};

/** The same in responses; null for no limit. */
export const SHOWN_AMOUNT_LIMIT_FIELDS = {
  maxMovementInCents: z.int().nullable(),
  maxMovementOutCents: z.int().nullable(),
  maxDayInCents: z.int().nullable(),
  maxDayOutCents: z.int().nullable(),
};

/** What a key is limited to. */
const RESTRICTIONS = {
  place: z
    .string()
    .trim()
    .max(MAX_PLACE_CHARS)
    .refine(isCleanText, "must be valid Unicode")
    .transform((place) => place || null)
    .nullable()
    .optional(),
  addressRanges: z
    .array(AddressRange)
    .max(MAX_ADDRESS_RANGES)
    .transform((ranges) => [...new Set(ranges)])
    .optional(),
  /** Requests per window; null for the published limits. */
  limitPerWindow: z.int().min(1).max(1_000).nullable().optional(),
  ...AMOUNT_LIMIT_FIELDS,
};

export const CreateKeyBody = inBothShapes(
  z
    .strictObject({
      name: Name,
      shape: z.enum(["A", "B"]).default("A"),
      preset: z.enum(KEY_PRESET_NAMES).optional(),
      /** Instead of a preset. */
      scopes: z
        .array(z.enum(API_SCOPES))
        .min(1)
        .max(API_SCOPES.length)
        .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope)))
        .optional(),
      /** Null for a key that never expires; a year from now if omitted. */
      expiresAt: Instant.nullable().optional(),
      ...RESTRICTIONS,
      ...PROOF_FIELDS,
    })
    .transform(({ preset, scopes, ...key }, context) => {
      if ((preset === undefined) === (scopes === undefined)) {
        refuse(context, "preset", "send either a preset or scopes");
      }
      return { ...key, scopes: scopes ?? (preset ? KEY_PRESETS[preset] : []) };
    }),
);

export const ChangeKeyBody = inBothShapes(
  z.strictObject({ name: Name.optional(), ...RESTRICTIONS, ...PROOF_FIELDS }),
);

export const RollKeyBody = inBothShapes(
  z.strictObject({ overlapHours: z.literal(OVERLAP_HOURS_CHOICES), ...PROOF_FIELDS }),
);

/** An API key without its secret. */
const KeyView = z.object({
  id: z.guid(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  shape: z.enum(["A", "B"]),
  scopes: z.array(z.string()),
  place: z.string().nullable(),
  addressRanges: z.array(z.string()),
  /** Requests per window; null is the published limits, 0 is unlimited. */
  limitPerWindow: z.int().nullable(),
  ...SHOWN_AMOUNT_LIMIT_FIELDS,
  createdAt: ShownInstant,
  expiresAt: ShownInstant.nullable(),
  lastUsedAt: ShownInstant.nullable(),
  revokedAt: ShownInstant.nullable(),
  replacedBy: z.guid().nullable(),
  createdBy: z.string(),
  createdById: z.guid().nullable(),
});

/** A new key with its secret. */
export const CreatedKeyView = z.object({ key: KeyView, secret: z.string() });

export const keyReply = sameReply(z.object({ key: KeyView }));

export const newKeyReply = sameReply(CreatedKeyView);

export const keysReply = sameListReply("keys", KeyView);
