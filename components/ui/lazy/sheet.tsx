import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";
import { Drawer } from "./drawer";

export type SheetProps = {
  onClose: () => void;
  title: string;
  children: ReactNode;
};

/** The sheet of `../dialog`. */
const Sheet = ({ onClose, title, children }: SheetProps) => (
  <Drawer onClose={onClose} className="left-0 w-72 max-w-[85vw] animate-slide bg-canvas">
    <div className="flex shrink-0 items-center justify-between pt-2 pr-2 pl-4.5">
      <Radix.Title className="text-sm font-medium text-muted">{title}</Radix.Title>
      <Radix.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Close menu">
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </div>
    <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
  </Drawer>
);

export default Sheet;
