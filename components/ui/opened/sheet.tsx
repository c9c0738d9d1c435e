import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
};

/** The sheet of `../sheet`, open. */
const Sheet = ({ open, onOpenChange, title, children }: SheetProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
      <Radix.Content
        aria-describedby={undefined}
        className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide flex-col bg-canvas shadow-float outline-none"
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
        <Radix.Close asChild>
          <Button
            variant="ghost"
            size="icon"
            className="absolute top-2 right-2"
            aria-label="Close menu"
          >
            <X aria-hidden />
          </Button>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export default Sheet;
