import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/components/kit/ui/cx";

export type MenuPlace = { side?: "top" | "bottom"; align?: "start" | "end"; className?: string };

type Props = MenuPlace & { trigger: ReactNode; children: (radix: typeof Radix) => ReactNode };

/** The lazy-loaded menu of `@/components/kit/ui/menu`, initially open. */
const Menu = ({ trigger, children, side = "bottom", align = "start", className }: Props) => (
  <Radix.Root defaultOpen modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          "z-50 min-w-56 animate-rise rounded-md bg-surface p-1 shadow-float",
          className,
        )}
      >
        {children(Radix)}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export default Menu;
