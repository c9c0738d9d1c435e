import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "@/components/kit/ui/button";

export type DialogProps = {
  /** Omit it if the dialog can't be closed. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
};

/** The dialog of `@/components/kit/ui/dialog`. A click outside doesn't close it, so that typed text isn't lost. */
export default function Dialog({ onClose, title, description, children }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={() => onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear overflow-y-auto bg-overlay p-4 md:py-16">
          <Radix.Content
            onPointerDownOutside={(event) => event.preventDefault()}
            {...(!description && { "aria-describedby": undefined })}
            className="relative mx-auto w-full max-w-lg animate-rise rounded-lg bg-surface p-5 shadow-float outline-none md:p-6"
          >
            <Radix.Title className="pr-10 text-lg font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild>
                <div className="mt-1 text-base text-muted">{description}</div>
              </Radix.Description>
            )}
            <div className="mt-5">{children}</div>
            {onClose && <CloseButton />}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

const CloseButton = () => (
  <Radix.Close asChild>
    <Button
      variant="ghost"
      size="icon-sm"
      className="absolute top-3 right-3"
      aria-label={useTranslations("common")("actions.close")}
    >
      <X aria-hidden />
    </Button>
  </Radix.Close>
);
