import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import {
  type ChoiceProps,
  type ItemProps,
  MenuParts,
  type MenuProps,
  type Words,
} from "../menu-parts";

const itemClasses =
  "flex h-11 items-center gap-2.5 rounded-sm px-2.5 text-base outline-none select-none cursor-pointer data-highlighted:bg-hover md:h-8 [&_svg]:size-4 [&_svg]:text-muted";

const parts = { Item, Label, Rule, Choice };

/** The lazy-loaded menu of `../menu`, initially open. */
const Menu = ({ trigger, children, side }: MenuProps) => (
  <Radix.Root defaultOpen modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side ?? "bottom"}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 min-w-56 animate-rise rounded-md bg-surface p-1 shadow-float"
      >
        <MenuParts value={parts}>{children}</MenuParts>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export default Menu;

function Item({ onSelect, children }: ItemProps) {
  return (
    <Radix.Item className={itemClasses} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

function Label({ children }: Words) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>;
}

function Rule() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}

function Choice({ value: chosen, onValueChange, options }: ChoiceProps<string>) {
  return (
    <Radix.RadioGroup value={chosen} onValueChange={onValueChange}>
      {options.map(({ value, label, icon }) => (
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
}
