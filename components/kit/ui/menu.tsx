import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { type DropdownMenu, Slot } from "radix-ui";
import { createContext, type ReactNode, use } from "react";
import { Button } from "./button";
import { cx } from "./cx";
import type { MenuPlace } from "./lazy/menu";
import { useLazy } from "./use-lazy";

const load = () => import("./lazy/menu");

/** Radix's menu parts, once they have loaded. */
const RadixMenu = createContext<typeof DropdownMenu | null>(null);

type MenuProps = MenuPlace & { trigger: ReactNode; children: ReactNode };

/** A menu button, lazy-loaded. */
export function Menu({ trigger, children, ...place }: MenuProps) {
  const { Loaded, approach } = useLazy(load);
  if (!Loaded) {
    return (
      <Slot.Root aria-haspopup="menu" {...approach}>
        {trigger}
      </Slot.Root>
    );
  }
  return (
    <Loaded {...place} trigger={trigger}>
      {(radix) => <RadixMenu value={radix}>{children}</RadixMenu>}
    </Loaded>
  );
}

type RowMenuProps = { label: string; disabled?: boolean; children: ReactNode };

/** The menu of a table's row, behind three dots. `label` says whose. */
export const RowMenu = ({ label, disabled, children }: RowMenuProps) => (
  <Menu
    trigger={
      <Button variant="ghost" size="icon-sm" aria-label={label} disabled={disabled}>
        <Ellipsis aria-hidden />
      </Button>
    }
  >
    {children}
  </Menu>
);

const itemClasses =
  "flex h-11 items-center gap-2.5 rounded-sm px-2.5 text-base outline-none select-none cursor-pointer data-highlighted:bg-hover md:h-8 [&_svg]:size-4 [&_svg]:text-muted";

export function MenuItem(props: { onSelect: () => void; children: ReactNode }) {
  const Radix = use(RadixMenu);
  return Radix && <Radix.Item className={itemClasses} {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const Radix = use(RadixMenu);
  return (
    Radix && <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>
  );
}

export function MenuRule() {
  const Radix = use(RadixMenu);
  return Radix && <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}

const stayOpen = (event: Event) => event.preventDefault();

type ChoiceProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  /** Whether the menu closes. Otherwise it stays open so that the change is visible. */
  closes?: true;
};

/** A choice within a menu. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const Radix = use(RadixMenu);
  if (!Radix) return null;
  return (
    <Radix.RadioGroup
      value={props.value}
      onValueChange={(value) => props.onValueChange(value as Value)}
    >
      {props.options.map(({ value, label, icon: Icon }) => (
        <Radix.RadioItem
          key={value}
          value={value}
          className={itemClasses}
          {...(!props.closes && { onSelect: stayOpen })}
        >
          {Icon && <Icon aria-hidden />}
          <span className="flex-1">{label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

type CheckProps = { checked: boolean; onToggle: () => void; children: ReactNode };

/** An on/off item of a menu, which stays open. */
export function MenuCheck({ checked, onToggle, children }: CheckProps) {
  const Radix = use(RadixMenu);
  if (!Radix) return null;
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onToggle}
      onSelect={stayOpen}
      className={cx(itemClasses, "h-8 justify-between gap-4 [&_svg]:text-accent-text")}
    >
      {children}
      <Radix.ItemIndicator>
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}
