import { z } from "zod";
import { API_SCOPES } from "../context";
import type { NewKey } from "../merchants/keys/create";
import type { ApiKey } from "../merchants/keys/read";
import { OVERLAP_HOURS } from "../merchants/keys/roll";
import { Instant, iso, Name, Uuid } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

export const KeyParams = z.strictObject({ id: Uuid });

export const CreateKeyBody: Shaped<Omit<NewKey, "limitPerWindow">> = inBoth(
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

/** An API key as it is shown: everything but the secret. */
export const KeyView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  shape: z.enum(["A", "B"]),
  scopes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  replacedBy: z.uuid().nullable(),
  createdBy: z.string(),
});

const isoOrNull = (instant: Date | string | null) => (instant === null ? null : iso(instant));

// Field by field, since what is replayed comes back in another order.
const presentKey = (key: ApiKey): z.input<typeof KeyView> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last4: key.last4,
  shape: key.shape,
  scopes: key.scopes,
  createdAt: iso(key.createdAt),
  expiresAt: isoOrNull(key.expiresAt),
  lastUsedAt: isoOrNull(key.lastUsedAt),
  revokedAt: isoOrNull(key.revokedAt),
  replacedBy: key.replacedBy,
  createdBy: key.createdBy,
});

export const keyReply = sameInBoth(
  z.strictObject({ key: KeyView }),
  ({ key }: { key: ApiKey }) => ({
    key: presentKey(key),
  }),
);

export const newKeyReply = sameInBoth(
  z.strictObject({ key: KeyView, secret: z.string() }),
  ({ key, secret }: { key: ApiKey; secret: string }) => ({ key: presentKey(key), secret }),
);

export const keysReply = sameInBoth(
  z.strictObject({ keys: z.array(KeyView) }),
  (keys: ApiKey[]) => ({ keys: keys.map(presentKey) }),
);
