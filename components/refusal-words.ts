import type { ApiError, FieldProblem } from "./api";

/** Request field names as the forms label them. */
const FIELD_LABELS: Record<string, string> = {
  address: "The address",
  amountCents: "The amount",
  code: "The code",
  consumerEmail: "The address",
  csv: "The file",
  currency: "The currency",
  email: "The address",
  cards: "The file",
  cardType: "The type",
  from: "The first card",
  quantity: "The number of cards",
  to: "The last card",
  events: "The list of events",
  expiresAt: "The expiry",
  missed: "The choice",
  name: "The name",
  note: "The note",
  password: "The password",
  pin: "The PIN",
  referenceId: "The reference",
  response: "The passkey",
  slug: "The store",
  timeZone: "The time zone",
  token: "The token",
  twoStep: "Two-step sign-in",
  url: "The URL",
};

// Server messages that continue the field's name: "must use port 443, or 1024 or above".
const predicatePattern = /^(is|isn't|are|was|has|have|must|can't|may|differs|disagrees)\b/;

/** Turns a field error into a sentence in the style of the forms' own messages. */
export function problemInWords({ path, message }: FieldProblem): string {
  const [field = ""] = path.replace(/^body\./, "").split(".");
  const subject = Object.hasOwn(FIELD_LABELS, field) ? FIELD_LABELS[field] : "This";
  const whole = predicatePattern.test(message) ? `${subject} ${message}` : message;
  const sentence = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The error's text: one sentence per invalid field, or else the server's message. */
export const refusalInWords = ({ fields, message }: ApiError): string =>
  fields.length > 0 ? fields.map(problemInWords).join(" ") : message;
