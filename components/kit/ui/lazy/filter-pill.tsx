import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useState } from "react";

export type PillPanelProps = {
  label: string;
  trigger: ReactNode;
  /** The panel's content; call `close` when the value is set. */
  children: (close: () => void) => ReactNode;
};

/** The lazy-loaded panel of `@/components/kit/ui/filter-pill`, initially open. */
export default function PillPanel({ label, trigger, children }: PillPanelProps) {
  const [open, setOpen] = useState(true);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={16}
          aria-label={label}
          className="z-50 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-2rem)] animate-rise overflow-y-auto rounded-md bg-surface p-4 shadow-float outline-none"
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
