type Ask = (go: () => void) => void;

let guard: Ask | null = null;

/** Lets `ask` decide about leaving the page, until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/**
 * Opens a page with a full load, which drops the data that this one has. Never resolves, so that the
 * button that waits for it stays busy.
 */
export function openPage(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise(() => {});
}

/** Leaves the page with `go`. A page with unsaved changes asks first. */
export const leaveBy = (go: () => void) => (guard ? guard(go) : go());
