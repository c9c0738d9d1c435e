import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

const itemClasses =
  "flex h-11 items-center gap-2.5 rounded-sm px-2.5 text-base outline-none select-none cursor-pointer data-highlighted:bg-hover md:h-8 [&_svg]:size-4 [&_svg]:text-muted";

type Props = { trigger: ReactNode; children: ReactNode; side?: "top" | "bottom" };

/** A list of actions behind a button. */
export const Menu = ({ trigger, children, side = "bottom" }: Props) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-56 animate-rise rounded-md bg-surface p-1 shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export const MenuItem = ({ onSelect, children }: { onSelect: () => void; children: ReactNode }) => (
  <Radix.Item className={itemClasses} onSelect={onSelect}>
    {children}
  </Radix.Item>
);

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>
);

export const MenuRule = () => <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;

type ChoiceProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  options: { value: Value; label: string; icon: ReactNode }[];
};

/** One choice of few inside a menu; the menu stays open so that the change is seen. */
export const MenuChoice = <Value extends string>(props: ChoiceProps<Value>) => (
  <Radix.RadioGroup
    value={props.value}
    onValueChange={(value) => props.onValueChange(value as Value)}
  >
    {props.options.map(({ value, label, icon }) => (
      <Radix.RadioItem
        key={value}
        value={value}
        className={itemClasses}
        onSelect={(event) => event.preventDefault()}
      >
        {icon}
        <span className="flex-1">{label}</span>
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </Radix.RadioItem>
    ))}
  </Radix.RadioGroup>
);
