import type { ReactNode } from "react";

type Props = { href: string; onOpen: () => void; children: ReactNode };

/** A row's link that opens the side panel; in a new tab it opens its own URL. */
export const Opener = ({ href, onOpen, children }: Props) => (
  <a
    href={href}
    className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onOpen();
    }}
  >
    {children}
  </a>
);
