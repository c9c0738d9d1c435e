"use client";

import { CopyButton } from "@/components/kit/ui/copy-button";
import { replaceKey } from "./key-placeholder";
import { useTestKey } from "./test-key";

/** The API key in a sample: the reader's test key if they created one, otherwise its placeholder. */
export const SampleKey = ({ placeholder }: { placeholder: string | undefined }) => (
  <span className="text-attention">{useTestKey() ?? placeholder}</span>
);

/** Copies a sample as it is shown. */
export function CopySample({ code, label }: { code: string; label?: string | undefined }) {
  const key = useTestKey();
  return <CopyButton text={key ? replaceKey(code, () => key) : code} label={label} />;
}
