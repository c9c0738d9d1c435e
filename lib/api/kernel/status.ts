/** A second status of an operation, for the results that it applies to. */
export type OtherStatus<R> = {
  status: 200;
  /** For openapi.json, like `example`, which is a response body. */
  description: string;
  example: unknown;
  applies: (result: R) => boolean;
};

/** The status of the response to a request with this result. */
export const statusOf = <R>(
  { status = 200, otherStatus }: { status?: number; otherStatus?: OtherStatus<R> },
  result: R,
): number => (otherStatus?.applies(result) ? otherStatus.status : status);
