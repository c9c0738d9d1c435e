type Ask = (go: () => void) => void;

let guard: Ask | null = null;

/** Lets `ask` decide about leaving the page, until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Leaves the page with `go`. A page with unsaved changes asks first. */
export const leaveBy = (go: () => void) => (guard ? guard(go) : go());
