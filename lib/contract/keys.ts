import { z } from "zod";
import { OVERLAP_HOURS_CHOICES } from "../merchants/keys/roll";
import { API_SCOPES, KEY_PRESET_NAMES, KEY_PRESETS } from "../roles";
import { PROOF_FIELDS } from "./account";
import { Instant, Name, ShownInstant, Uuid } from "./fields";
import { inBothShapes, refuse, sameListReply, sameReply } from "./shapes";

export const KeyParams = z.strictObject({ id: Uuid });

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
      ...PROOF_FIELDS,
    })
    .transform(({ preset, scopes, ...key }, context) => {
      if ((preset === undefined) === (scopes === undefined)) {
        refuse(context, "preset", "give either a preset or scopes");
      }
      return { ...key, scopes: scopes ?? (preset ? KEY_PRESETS[preset].scopes : []) };
    }),
);

export const RenameKeyBody = inBothShapes(z.strictObject({ name: Name }));

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
