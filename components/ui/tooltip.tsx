import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Props = { text: string; children: ReactNode };

/** A word for what has only an icon; the icon's own name is still its label. */
export const Tooltip = ({ text, children }: Props) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side="right"
        sideOffset={8}
        className="z-50 animate-appear rounded-sm bg-ink px-2 py-1 text-xs text-canvas"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
