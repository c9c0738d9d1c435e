"use client";

import { useRef, useSyncExternalStore } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, isUncertain } from "./api";

const never = () => () => {};

/** False until the page answers to clicks, so that a form is never sent by the browser itself. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * One Idempotency-Key for one intent: the same input keeps its key while nobody knows whether the
 * request was carried out; another input, or a definite answer, takes a new one.
 */
export function useIdempotencyKey() {
  const kept = useRef<{ intent: string; key: string } | null>(null);
  return {
    keyFor(body: unknown): string {
      const intent = JSON.stringify(body);
      if (kept.current?.intent !== intent) kept.current = { intent, key: crypto.randomUUID() };
      return kept.current.key;
    },
    settle(error: unknown = null) {
      if (error === null || !isUncertain(error)) kept.current = null;
    },
  };
}

/** Shows a refusal at the fields it names; returns it when it names none of the form's. */
export function placeRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  error: unknown,
  fieldOf: Record<string, Path<Values>>,
): ApiError | null {
  if (!(error instanceof ApiError)) return unexpected();
  const placed = error.fields.flatMap(({ path, message }) => {
    const field = fieldOf[path.replace(/^body\./, "")];
    return field ? [{ field, message }] : [];
  });
  for (const { field, message } of placed) form.setError(field, { message });
  return placed.length > 0 ? null : error;
}

const unexpected = () =>
  new ApiError({
    status: 500,
    code: "internal_error",
    message: "Something went wrong on this page. Reload it, then try again.",
  });
