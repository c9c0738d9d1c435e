import { ChevronRight } from "lucide-react";
import { Button } from "./button";
import { cx } from "./cx";

type Props = {
  open: boolean;
  /** The id of what it shows and hides. */
  controls: string;
  label: string;
  onToggle: () => void;
};

/** Shows what is below it, and hides it again. */
export const DisclosureButton = ({ open, controls, label, onToggle }: Props) => (
  <Button
    variant="ghost"
    size="sm"
    className="-ml-2.5 justify-self-start"
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
  >
    <ChevronRight className={cx("transition-transform", open && "rotate-90")} aria-hidden />
    {label}
  </Button>
);
