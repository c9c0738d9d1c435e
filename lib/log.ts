import pino, { type Logger } from "pino";
import { env } from "./env";

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: Logger };

/** The process's log: JSON lines on standard output, without secrets or query parameters. */
export function log(): Logger {
  globals[LOG_SYMBOL] ??= pino({
    level: env().logLevel,
    base: undefined,
    redact: ["*.password", "*.secret", "*.token", "*.authorization", "*.params"],
  });
  return globals[LOG_SYMBOL];
}

/** The parts of an unexpected error that are safe to log. Drizzle's message contains query parameters. */
export const safeError = (error: unknown) => {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = "params" in error && error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : undefined;
  return { type: cause.name, code, message: cause.message, stack: cause.stack };
};
