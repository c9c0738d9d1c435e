import { Popover as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";

export type PopoverProps = {
  /** The accessible name of the panel. */
  label: string;
  trigger: ReactNode;
  align?: "start" | "end";
  children: (close: () => void) => ReactNode;
};

/** The lazy-loaded panel of `@/components/kit/ui/popover`, initially open. */
export default function Popover({ label, trigger, align = "end", children }: PopoverProps) {
  const [open, setOpen] = useState(true);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={16}
          aria-label={label}
          className="z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-2rem)] animate-rise overflow-y-auto rounded-md bg-surface p-4 shadow-float outline-none"
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
