import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../cx";

type Props = {
  onClose: () => void;
  /** From which edge, how wide and on what it lies. */
  className: string;
  children: ReactNode;
};

/** What lies over the page along one edge, as high as the window. */
export const Drawer = ({ onClose, className, children }: Props) => (
  <Radix.Root open onOpenChange={onClose}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-overlay" />
      <Radix.Content
        aria-describedby={undefined}
        className={cx("fixed inset-y-0 z-50 flex flex-col shadow-float outline-none", className)}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
