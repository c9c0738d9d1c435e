import type { components } from "./shape-a.js";

type ErrorBody = components["schemas"]["Error"];

/** A code of the API, one that a newer server added, or that of a request without a response. */
export type ErrorCode =
  | components["schemas"]["ErrorCode"]
  | "timeout"
  | "network_error"
  | "invalid_response"
  | (string & Record<never, never>);

type Facts = {
  status: number;
  code: ErrorCode;
  message: string;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  details?: Partial<ErrorBody> | undefined;
  cause?: unknown;
};

/** A request that the API declined, or that got no response. */
export class ScripError extends Error {
  override readonly name = "ScripError";
  /** The HTTP status, or 0 if there was no response. Then the request may have succeeded. */
  readonly status: number;
  readonly code: ErrorCode;
  /** For support. */
  readonly requestId: string | undefined;
  /** The key of a POST request, to retry it, reverse it, or look up what happened. */
  readonly idempotencyKey: string | undefined;
  /** The response's body, with fields such as `balanceCents`. */
  readonly details: Partial<ErrorBody>;

  constructor({ status, code, message, requestId, idempotencyKey, details = {}, cause }: Facts) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.details = details;
  }

  /** What is wrong with each field of an invalid request. */
  get fields(): NonNullable<ErrorBody["fields"]> {
    return this.details.fields ?? [];
  }
}

/** The error of a response with a status other than 2xx. */
export async function errorOf(request: Request, response: Response): Promise<ScripError> {
  const details = bodyOf(await response.text());
  return new ScripError({
    status: response.status,
    code: details.error ?? "invalid_response",
    message: details.message ?? `The server responded with ${response.status}.`,
    requestId: details.requestId ?? response.headers.get("Scrip-Request-Id") ?? undefined,
    idempotencyKey: request.headers.get("Idempotency-Key") ?? undefined,
    details,
  });
}

/** Empty if the body isn't an error of the API, for example one of a proxy. */
function bodyOf(text: string): Partial<ErrorBody> {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.error === "string" ? body : {};
  } catch {
    return {};
  }
}
