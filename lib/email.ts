import { domainToASCII } from "node:url";

const MAX_CHARS = 254;
const MAX_LOCAL_CHARS = 64;
const MAX_LABEL_CHARS = 63;
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
// What a URL's host may hold and a domain not: percent-encodings would be decoded silently.
const NOT_IN_DOMAIN = /[\s%/\\:@?#[\]]/;

/**
 * The one spelling of an e-mail address: trimmed, in lower case, its domain in punycode. Normalised
 * first and checked then, so that nothing turns into another address after the check; null when it
 * is not an address (an ASCII dot-atom at a domain of two labels or more).
 */
export function normaliseEmail(input: string): string | null {
  const typed = input.trim();
  const at = typed.lastIndexOf("@");
  if (at < 1 || typed.length > MAX_CHARS) return null;
  const local = asciiLowerCase(typed.slice(0, at));
  const domain = normaliseDomain(typed.slice(at + 1));
  if (domain === null || local.length > MAX_LOCAL_CHARS || !DOT_ATOM.test(local)) return null;
  const email = `${local}@${domain}`;
  return email.length > MAX_CHARS ? null : email;
}

// Not toLowerCase(): it makes an ASCII k of the Kelvin sign, and so one address of two.
const asciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function normaliseDomain(typed: string): string | null {
  if (NOT_IN_DOMAIN.test(typed)) return null;
  const domain = domainToASCII(typed);
  const labels = domain.split(".");
  const isName = labels.every((label) => label.length <= MAX_LABEL_CHARS && LABEL.test(label));
  // A last label of digits makes it a network address.
  return isName && labels.length >= 2 && !/^\d+$/.test(labels.at(-1) ?? "") ? domain : null;
}
