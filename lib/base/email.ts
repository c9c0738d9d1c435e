const MAX_CHARS = 254;
const MAX_LOCAL_CHARS = 64;
const MAX_LABEL_CHARS = 63;
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
// Characters that end a URL's host, or are decoded silently.
const NOT_IN_DOMAIN = /[\s%/\\:@?#[\]]/;

/**
 * Normalizes an email address: trimmed, lowercase, domain in punycode. Validates after normalizing, so
 * the result can't change again. Null unless it is an ASCII dot-atom at a domain of two or more labels.
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

// Not toLowerCase(), which turns the Kelvin sign into an ASCII k: two addresses would become one.
const asciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function normaliseDomain(typed: string): string | null {
  if (NOT_IN_DOMAIN.test(typed)) return null;
  const domain = asciiDomain(typed);
  const labels = domain.split(".");
  const isName = labels.every(
    (label) => label.length <= MAX_LABEL_CHARS && DOMAIN_LABEL.test(label),
  );
  // If the last label has only digits, it is an IP address.
  return isName && labels.length >= 2 && !/^\d+$/.test(labels.at(-1) ?? "") ? domain : null;
}

/** The domain in punycode, by the rules of URLs, which browsers have too; empty if it has none. */
function asciiDomain(typed: string): string {
  try {
    return new URL(`http://${typed}`).hostname;
  } catch {
    return "";
  }
}

// Providers that ignore dots before the @.
const DOTLESS_DOMAINS = ["gmail.com", "googlemail.com"];

/** A normalized email without what a person can vary and still get the email: a +tag, Gmail's dots. */
export function mailboxOf(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  const plus = name.indexOf("+", 1);
  const base = plus === -1 ? name : name.slice(0, plus);
  return DOTLESS_DOMAINS.includes(domain)
    ? `${base.replaceAll(".", "")}@gmail.com`
    : `${base}@${domain}`;
}
