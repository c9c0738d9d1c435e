import { ApiError, lossOf } from "./api";
import { refusalInWords } from "./refusal-words";
import type { Way } from "./toaster";

/**
 * Shows a confirmation of the user's own action, with an optional link to the result. The toaster
 * loads after the page, well before the first action.
 */
export function toast(message: string, way?: Way): void {
  void import("./toaster").then(
    ({ say }) => say(message, way),
    () => {},
  );
}

/** Shows a failed request's error. A lost session or store is left out because it has its own dialog. */
export function toastError(error: unknown): void {
  if (error instanceof ApiError && !lossOf(error)) toast(refusalInWords(error));
}
