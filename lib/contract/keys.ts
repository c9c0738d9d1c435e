import { z } from "zod";
import { OVERLAP_HOURS } from "../merchants/keys/roll";
import { API_SCOPES } from "../roles";
import { Instant, Name, ShownInstant, Uuid } from "./fields";
import { inBoth, presented, presentedList } from "./shapes";

export const KeyParams = z.strictObject({ id: Uuid });

export const CreateKeyBody = inBoth(
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

export const RenameKeyBody = inBoth(z.strictObject({ name: Name }));

export const RollKeyBody = inBoth(z.strictObject({ overlapHours: z.literal(OVERLAP_HOURS) }));

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

export const keyReply = presented(z.object({ key: KeyView }));

export const newKeyReply = presented(z.object({ key: KeyView, secret: z.string() }));

export const keysReply = presentedList("keys", KeyView);
