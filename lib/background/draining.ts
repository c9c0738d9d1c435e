// On globalThis, because routes and the server can each have a copy of this module.
const DRAINING_SYMBOL = Symbol.for("scrip.draining");
const globals = globalThis as { [DRAINING_SYMBOL]?: true };

/** Makes this process not ready, so that load balancers send it no new requests. */
export function startDraining(): void {
  globals[DRAINING_SYMBOL] = true;
}

/** Whether this process is about to stop. */
export const isDraining = (): boolean => globals[DRAINING_SYMBOL] ?? false;
