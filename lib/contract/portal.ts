import { z } from "zod";
import { API_SCOPES, type ApiScope, type Shape } from "../context";
import { MAX_NAME_CHARS } from "../merchants/create";
import type { ApiKey } from "../merchants/keys/read";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../merchants/password";
import type { Profile } from "../merchants/profile";
import { isCleanText } from "../text";
import { Currency, Email, Instant, iso, Uuid } from "./fields";
import { inBoth, type Shaped, sameInBoth } from "./shapes";

// What the dashboard needs besides /api/v1; the same in both shapes.

const Name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_CHARS)
  .refine(isCleanText, "must be valid Unicode");

type SignUp = {
  storeName: string;
  name: string;
  email: string;
  password: string;
  currency: string;
};

export const SignUpBody: Shaped<SignUp> = inBoth(
  z.strictObject({
    storeName: Name,
    name: Name,
    email: Email,
    password: z.string().min(MIN_PASSWORD_CHARS).max(MAX_PASSWORD_CHARS),
    currency: Currency.default("USD"),
  }),
);

export const signedUpReply = sameInBoth(
  z.strictObject({ merchantId: z.uuid(), slug: z.string() }),
  ({ merchantId, slug }: { merchantId: string; slug: string }) => ({ merchantId, slug }),
);

export const profileReply = sameInBoth(
  z.strictObject({
    user: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }),
    merchant: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      currency: z.string(),
      timeZone: z.string(),
    }),
    role: z.enum(["owner", "manager", "viewer"]),
  }),
  (profile: Profile) => profile,
);

export const KeyParams = z.strictObject({ id: Uuid });

type NewKey = { name: string; shape: Shape; scopes: ApiScope[]; expiresAt: Date | null };

export const CreateKeyBody: Shaped<NewKey> = inBoth(
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

const KeyView = z.strictObject({
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
  ({ keys }: { keys: ApiKey[] }) => ({ keys: keys.map(presentKey) }),
);
