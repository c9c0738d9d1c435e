import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";

export type PanelProps = { onClose: () => void; title: string; children: ReactNode };

/** The panel of `../panel`, open. */
const Panel = ({ onClose, title, children }: PanelProps) => (
  <Radix.Root open onOpenChange={onClose}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
      <Radix.Content
        aria-describedby={undefined}
        className="fixed inset-y-0 right-0 z-50 flex w-full max-w-lg animate-appear flex-col bg-surface shadow-float outline-none"
      >
        <header className="flex items-center justify-between gap-4 border-b px-5 py-3 md:px-6">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Close">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 md:px-6">{children}</div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export default Panel;
