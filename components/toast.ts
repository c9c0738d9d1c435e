import { ApiError, lossOf } from "./api";
import { refusalInWords } from "./refusal-words";

type Way = { href: string; label: string };

/**
 * Says what the person's own action did, with the way to what came of it. What shows it comes after
 * the page, and has long been there when somebody has done something.
 */
export function toast(message: string, way?: Way): void {
  void import("./toaster").then(
    ({ say }) => say(message, way),
    () => {},
  );
}

/** Says why a request was refused; a lost session or store has its own dialog. */
export function toastError(error: unknown): void {
  if (error instanceof ApiError && !lossOf(error)) toast(refusalInWords(error));
}
