import type { PlatformError, PlatformErrorKind } from "./adapter";

/** Told by name, since a bundler may give the process several copies of the class. */
export const isPlatformError = (error: unknown): error is PlatformError =>
  error instanceof Error && error.name === "PlatformError" && "kind" in error;

/** The kind of a platform's failure; null for any other error. */
export const kindOf = (error: unknown): PlatformErrorKind | null =>
  isPlatformError(error) ? error.kind : null;
