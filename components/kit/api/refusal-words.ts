import type { Translate } from "@/components/kit/locale/translate";
import { ApiError, type FieldProblem } from "./api";
import type { RefusalTexts } from "./refusal-texts";

/** Request fields that have a name in `common.refusal`. */
const NAMED_FIELDS = [
  "address",
  "amountCents",
  "cards",
  "cardType",
  "code",
  "consumerEmail",
  "csv",
  "currency",
  "email",
  "events",
  "expiresAt",
  "from",
  "missed",
  "name",
  "note",
  "password",
  "pin",
  "quantity",
  "referenceId",
  "response",
  "slug",
  "timeZone",
  "to",
  "token",
  "twoStep",
  "url",
] as const;

// Server messages that continue the field's name: "must use port 443, or 1024 or above".
const predicatePattern = /^(is|isn't|are|was|has|have|must|can|may|took|already)\b/;

/** Turns a field error into a sentence in the style of the forms' own messages; `texts` come first. */
export function problemInWords(
  t: Translate<"common">,
  { path, message }: FieldProblem,
  texts: RefusalTexts | null,
): string {
  const [name = ""] = path.replace(/^body\./, "").split(".");
  if (texts) return texts.ofField(name);
  const field = NAMED_FIELDS.find((one) => one === name) ?? "other";
  const whole = predicatePattern.test(message) ? `${t(`refusal.${field}`)} ${message}` : message;
  const sentence = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Failures that no response of the server explains, with their text in `common.errors`. */
const UNEXPLAINED = ["page", "unexplained", "unreachable"] as const;

/** The error's text: one sentence per invalid field, or else that of `texts` or the server's message. */
export function refusalInWords(
  t: Translate<"common">,
  error: unknown,
  texts: RefusalTexts | null = null,
): string {
  if (!(error instanceof ApiError)) return t("errors.page");
  const { fields, message, code } = error;
  if (fields.length > 0)
    return fields.map((problem) => problemInWords(t, problem, texts)).join(" ");
  const unexplained = UNEXPLAINED.find((known) => known === code);
  if (texts && !unexplained) return texts.ofCode(code);
  return message || t(`errors.${unexplained ?? "unexplained"}`);
}
