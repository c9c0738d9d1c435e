import { useEffect } from "react";

/** Calls `onEscape` for the Escape key; null for nothing. */
export function useEscape(onEscape: (() => void) | null) {
  useEffect(() => {
    if (!onEscape) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onEscape();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [onEscape]);
}

/**
 * Calls `onType` with the first character that is typed outside of a field, where a scanner's code would be lost. It is
 * not typed there.
 */
export function useTypedAnywhere(onType: (character: string) => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyped = [...event.key].length === 1 && event.key !== " ";
      if (!isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      onType(event.key);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [onType]);
}
