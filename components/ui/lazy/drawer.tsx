import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../cx";

type Props = {
  onClose: () => void;
  /** Edge, width and background. */
  className: string;
  children: ReactNode;
};

/** A full-height overlay along one edge of the page. */
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
