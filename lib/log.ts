import pino, { type Logger } from "pino";
import { env } from "./env";

const LOG = Symbol.for("scrip.log");
const store = globalThis as { [LOG]?: Logger };

/** The process's log: JSON lines on standard output, without secrets or query parameters. */
export function log(): Logger {
  store[LOG] ??= pino({
    level: env().logLevel,
    base: undefined,
    redact: ["*.password", "*.secret", "*.token", "*.authorization", "*.params"],
  });
  return store[LOG];
}

/** What may be logged of an unexpected error: a query builder's own message holds the parameters. */
export const safeError = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error };
  const told = "params" in error && error.cause instanceof Error ? error.cause : error;
  const code = "code" in told ? String(told.code) : undefined;
  return { type: told.name, code, message: told.message, stack: told.stack };
};
