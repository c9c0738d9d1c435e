import { ApiError, lossOf } from "./api";
import { refusalInWords } from "./refusal-words";
import { toast } from "./toast";

/** Says why a request was refused; that the session or the store is gone, the page says by itself. */
export function tellRefusal(error: Error): void {
  if (error instanceof ApiError && !lossOf(error)) toast(refusalInWords(error));
}
