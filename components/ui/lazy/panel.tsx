import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";
import { Drawer } from "./drawer";

export type PanelProps = { onClose: () => void; title: string; children: ReactNode };

/** The lazy-loaded part of `Panel` in `../dialog`. */
const Panel = ({ onClose, title, children }: PanelProps) => (
  <Drawer onClose={onClose} className="right-0 w-full max-w-lg animate-appear bg-surface">
    <header className="flex items-center justify-between gap-4 border-b px-5 py-3 md:px-6">
      <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
      <Radix.Close asChild>
        <Button variant="ghost" size="icon-sm" aria-label="Close">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </header>
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 md:px-6">{children}</div>
  </Drawer>
);

export default Panel;
