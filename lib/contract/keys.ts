import { z } from "zod";
import { OVERLAP_HOURS_CHOICES } from "../merchants/keys/roll";
import { API_SCOPES } from "../roles";
import { Instant, Name, ShownInstant, Uuid } from "./fields";
import { inBothShapes, sameListReply, sameReply } from "./shapes";

export const KeyParams = z.strictObject({ id: Uuid });

export const CreateKeyBody = inBothShapes(
  z.strictObject({
    name: Name,
    shape: z.enum(["A", "B"]).default("A"),
    scopes: z
      .array(z.enum(API_SCOPES))
      .min(1)
      .max(API_SCOPES.length)
      .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope)))
      .default([...API_SCOPES]),
    expiresAt: Instant.nullable().default(null),
  }),
);

export const RenameKeyBody = inBothShapes(z.strictObject({ name: Name }));

export const RollKeyBody = inBothShapes(
  z.strictObject({ overlapHours: z.literal(OVERLAP_HOURS_CHOICES) }),
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
});

export const keyReply = sameReply(z.object({ key: KeyView }));

export const newKeyReply = sameReply(z.object({ key: KeyView, secret: z.string() }));

export const keysReply = sameListReply("keys", KeyView);
