import { withoutSeparators } from "@/lib/base/text";

type Term =
  | { kind: "code"; code: string }
  | { kind: "id"; uuid: string }
  | { kind: "email"; email: string }
  | { kind: "last4"; last4: string }
  | { kind: "unknown" };

/** Returns a possible code from another provider, or null. Use it only for lookups: many words match. */
export const asForeignCode = (typed: string): string | null => {
  const code = withoutSeparators(typed);
  return /^(?=.*\d)[0-9a-z]{5,32}$/i.test(code) ? code : null;
};

export function readTerm(typed: string): Term {
  const text = typed.trim();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    return { kind: "id", uuid: text.toLowerCase() };
  }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: "email", email: text };
  const code = withoutSeparators(text);
  if (/^[0-9a-z]{16}$/i.test(code)) return { kind: "code", code };
  if (/^[0-9a-z]{4}$/i.test(code)) return { kind: "last4", last4: code.toUpperCase() };
  return { kind: "unknown" };
}
