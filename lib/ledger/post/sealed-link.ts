import { seal, unseal } from "@/lib/base/config/secrets";
import { newTokenLink } from "@/lib/base/opaque-token";

/** A new single-use link to a card, encrypted for the email with this id, and the hash of its token. */
export function newCardLink(mailId: string): { tokenHash: Uint8Array; sealedLink: string } {
  const { tokenHash, link } = newTokenLink("/wallet/open");
  return { tokenHash, sealedLink: sealMailed(mailId, link) };
}

const SEALED_PREFIX = "sealed:";

/** Encrypts a link or code, because its email may wait in the outbox for days. */
export const sealMailed = (mailId: string, secret: string): string =>
  SEALED_PREFIX + seal("mail-link", mailId, secret);

/** The link or code of the email with this id, decrypted. Throws if it was encrypted for another email. */
export const unsealMailed = (mailId: string, sealed: string): string =>
  sealed.startsWith(SEALED_PREFIX)
    ? unseal("mail-link", mailId, sealed.slice(SEALED_PREFIX.length))
    : sealed;
