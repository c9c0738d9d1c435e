import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "./copy-button";
import { cx } from "./cx";
import { controlClasses } from "./field";

type LineProps = { secret: string; label: string; onCopied?: () => void };

/** A secret with a copy button. */
export const SecretLine = ({ secret, label, onCopied }: LineProps) => (
  <div className="flex gap-2">
    <input
      readOnly
      value={secret}
      aria-label={label}
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      className={cx(controlClasses, "min-w-0 bg-sunken font-mono md:text-sm")}
    />
    <CopyButton
      text={secret}
      label={useTranslations("common")("actions.copyNamed", { name: label })}
      withWord
      className="h-11 md:h-9"
      {...(onCopied && { onCopied })}
    />
  </div>
);

type Props = { secret: string; label: string; warning: string };

/** A secret that is shown once. The warning disappears after copying. */
export function SecretField({ secret, label, warning }: Props) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="grid gap-2">
      <SecretLine secret={secret} label={label} onCopied={() => setCopied(true)} />
      {!copied && (
        <p className="flex items-start gap-2 rounded-md border border-attention-line bg-attention-tint px-3 py-2 text-sm text-attention">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {warning}
        </p>
      )}
    </div>
  );
}
