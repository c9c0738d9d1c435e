"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "./button";

const copiedNoticeMs = 2_000;

type Props = Omit<ComponentProps<typeof Button>, "children" | "onCopy"> & {
  text: string;
  /** The accessible name, such as "Copy code", where there is more than one button. */
  label?: string | undefined;
  withWord?: boolean;
  onCopied?: () => void;
};

/** Copies `text` to the clipboard and confirms it. */
export function CopyButton({ text, label, withWord, onCopied, ...props }: Props) {
  const t = useTranslations("common");
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), copiedNoticeMs);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      onCopied?.();
    } catch {
      setState("refused");
    }
  };
  const word = t(state === "idle" ? "actions.copy" : `copy.${state}`);

  return (
    <Button
      size={withWord ? "sm" : "icon-sm"}
      variant={withWord ? "secondary" : "ghost"}
      onClick={copy}
      aria-label={(state === "idle" && label) || word}
      {...props}
    >
      {state === "copied" ? <Check className="text-positive" aria-hidden /> : <Copy aria-hidden />}
      {(withWord || state === "refused") && word}
      <span role="status" className="sr-only">
        {state === "idle" ? "" : word}
      </span>
    </Button>
  );
}
