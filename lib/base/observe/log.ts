import pino, { type DestinationStream, type Logger } from "pino";
import { env } from "@/lib/base/config/env";

const LOG_SYMBOL = Symbol.for("scrip.log");
const globals = globalThis as { [LOG_SYMBOL]?: Logger };

/** Marks errors that were logged where they happened. */
const LOGGED = Symbol.for("scrip.logged");

/**
 * Creates a log without lines about errors that were logged where they happened. Calls `onLine` with the level of each
 * line.
 */
export const createLog = (
  destination?: DestinationStream,
  onLine?: (level: number) => void,
): Logger =>
  pino(
    {
      level: env().logLevel,
      base: undefined,
      redact: ["*.password", "*.secret", "*.token", "*.authorization", "*.params"],
      hooks: {
        logMethod(line, write, level) {
          const [facts] = line as unknown as [{ error?: { [LOGGED]?: true } } | string];
          if (typeof facts !== "string" && facts.error?.[LOGGED]) return;
          write.apply(this, line);
          onLine?.(level);
        },
      },
    },
    destination,
  );

/** Of lines that wait while standard output can't be written. */
const MAX_WAITING_BYTES = 1_000_000;

/**
 * Standard output. On a full disk, lines wait for space, and those above the limit are lost. The default of pino ends
 * the process, and then waits for space without an end.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  return output.on("error", () => {});
}

/** The process's log: JSON lines on standard output, without secrets or query parameters. */
export function log(): Logger {
  globals[LOG_SYMBOL] ??= createLog(standardOutput());
  return globals[LOG_SYMBOL];
}

/** Pino's number of the level `warn`. */
const WARN_LEVEL = 40;
// As much as the stream writes at once.
const BUFFER_BYTES = 16_383;
const FLUSH_AFTER_MS = 100;

/**
 * Writes lines of `info` and below together, at most 100 ms later: a write for each costs as much as the line. A
 * warning, an error or the end of the process writes at once. Only for a process that isn't paused between requests.
 */
export function bufferLog(): void {
  const output = standardOutput();
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  // Our own buffer: that of pino waits for a full disk when it is flushed, and throws at whoever logs.
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    if (text) output.write(text);
  };
  const buffer = {
    write: (line: string) => {
      lines += line;
      if (lines.length >= BUFFER_BYTES) flush();
    },
  };
  globals[LOG_SYMBOL] = createLog(buffer, (level) => {
    if (level >= WARN_LEVEL) flush();
    else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
  });
  process.on("exit", flush);
}

const plainLogs = new WeakMap<Logger, Logger>();

/** The log for lines whose fields are all known to be safe: looking for secrets in a line costs more than the line. */
export function plainLog(): Logger {
  const whole = log();
  const plain = plainLogs.get(whole) ?? whole.child({}, { redact: [] });
  plainLogs.set(whole, plain);
  return plain;
}

/** Leaves out later lines about this error, such as those of the request or job that it fails. */
export function markLogged(error: unknown): void {
  if (error instanceof Error) Object.defineProperty(error, LOGGED, { value: true });
}

type SafeError = {
  type: string;
  code?: string | undefined;
  message?: string;
  stack?: string | undefined;
  [LOGGED]?: true;
};

/** The parts of an unexpected error that are safe to log. Drizzle's message contains query parameters. */
export const safeError = (error: unknown): SafeError => {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = "params" in error && error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : undefined;
  const marked = LOGGED in cause ? ({ [LOGGED]: true } as const) : {};
  return { type: cause.name, code, message: cause.message, stack: cause.stack, ...marked };
};
