import { Slot } from "radix-ui";
import type { PopoverProps } from "./lazy/popover";
import { useLazy } from "./use-lazy";

const load = () => import("./lazy/popover");

/** A panel that a button opens, lazy-loaded. */
export function Popover(props: PopoverProps) {
  const { Loaded, approach } = useLazy(load);
  if (Loaded) return <Loaded {...props} />;
  return (
    <Slot.Root aria-haspopup="dialog" {...approach}>
      {props.trigger}
    </Slot.Root>
  );
}
