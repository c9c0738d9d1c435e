import { randomBytes } from "node:crypto";
import { seal, unseal } from "../secrets";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

type Owner = { merchantId: string; id: string };

const contextOf = ({ merchantId, id }: Owner): string => `${merchantId}:${id}`;

export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The secret as it is stored; it opens only for its own webhook. */
export const sealSecret = (webhook: Owner, secret: string): string =>
  seal("webhook-secret", contextOf(webhook), secret);

export const openSecret = (webhook: Owner, sealed: string): string =>
  unseal("webhook-secret", contextOf(webhook), sealed);

/** The key of Standard Webhooks signatures. */
export const secretBytes = (secret: string): Buffer =>
  Buffer.from(secret.slice(PREFIX.length), "base64");

export const isSecret = (text: string): boolean =>
  text.startsWith(PREFIX) &&
  secretBytes(text).toString("base64") === text.slice(PREFIX.length) &&
  secretBytes(text).length === SECRET_BYTES;
