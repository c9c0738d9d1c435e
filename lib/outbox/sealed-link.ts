import { seal, unseal } from "../secrets";

const PREFIX = "sealed:";
const PURPOSE = "mail-link";

/** A link of a mail that waits in the outbox for days: nobody who reads the table can use it. */
export const sealLink = (to: string, link: string): string => PREFIX + seal(PURPOSE, to, link);

/** The link of a mail, whether it was sealed or not. Throws when it was sealed for another address. */
export const openLink = (to: string, link: string): string =>
  link.startsWith(PREFIX) ? unseal(PURPOSE, to, link.slice(PREFIX.length)) : link;
