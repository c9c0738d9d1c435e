import { ATTEMPT_TIMEOUT_MS } from "./delivery-policy";

const MESSAGES: readonly [RegExp, string][] = [
  [/ForbiddenAddress/, "The host name resolves to an address that isn't allowed."],
  [
    /ENOTFOUND|ENODATA|EAI_|ESERVFAIL|ECANCELLED|EREFUSED|no address/,
    "The host name couldn't be resolved.",
  ],
  [/ECONNREFUSED/, "The connection was refused."],
  [/ECONNRESET|EPIPE/, "The connection was closed before a response."],
  [/EHOSTUNREACH|ENETUNREACH/, "The host can't be reached."],
  [/TIMEOUT|ETIMEDOUT/, `No response within ${ATTEMPT_TIMEOUT_MS / 1000} s.`],
  [/CERT_HAS_EXPIRED/, "The certificate has expired."],
  [/ALTNAME/, "The certificate is for another host name."],
  [/SELF_SIGNED|UNABLE_TO_|CERT_|DEPTH_ZERO/, "The certificate isn't trusted."],
  [/EPROTO|SSL|TLS/, "The TLS handshake failed."],
  [/HEADER_OVERFLOW/, "The response headers are too large."],
  [/HPE_/, "The response isn't valid HTTP."],
];

/** Describes a failed request to the merchant. */
export function errorMessage(error: unknown, timedOut: boolean): string {
  if (timedOut) return `No response within ${ATTEMPT_TIMEOUT_MS / 1000} s.`;
  const text = errorText(error);
  return MESSAGES.find(([pattern]) => pattern.test(text))?.[1] ?? "The connection failed.";
}

function errorText(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    parts.push(cause.constructor.name, cause.name, code, cause.message);
    if (cause instanceof AggregateError) parts.push(...cause.errors.map(errorText));
  }
  return parts.join(" ");
}
