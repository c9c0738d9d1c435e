import { seal, unseal } from "@/lib/base/config/secrets";
import { newTokenLink } from "@/lib/base/opaque-token";

/** A new single-use link to a card, encrypted for the email with this id, and the hash of its token. */
export function newCardLink(mailId: string): { tokenHash: Uint8Array; sealedLink: string } {
  const { tokenHash, link } = newTokenLink("/wallet/open");
  return { tokenHash, sealedLink: sealLink(mailId, link) };
}

const SEALED_PREFIX = "sealed:";

/** Encrypts a link, because its email may wait in the outbox for days. */
export const sealLink = (mailId: string, link: string): string =>
  SEALED_PREFIX + seal("mail-link", mailId, link);

/** The link of the email with this id, decrypted. Throws if it was encrypted for another email. */
export const unsealLink = (mailId: string, link: string): string =>
  link.startsWith(SEALED_PREFIX)
    ? unseal("mail-link", mailId, link.slice(SEALED_PREFIX.length))
    : link;
