"use client";

import { Slot } from "radix-ui";
import { use } from "react";
import {
  type ChoiceProps,
  type ItemProps,
  MenuParts,
  type MenuProps,
  type Words,
} from "./menu-parts";
import { useLazy } from "./use-lazy";

const load = () => import("./lazy/menu");

/** A menu button, lazy-loaded. */
export function Menu(props: MenuProps) {
  const { Loaded, approach } = useLazy(load);
  if (Loaded) return <Loaded {...props} />;
  return (
    <Slot.Root aria-haspopup="menu" {...approach}>
      {props.trigger}
    </Slot.Root>
  );
}

export function MenuItem(props: ItemProps) {
  const parts = use(MenuParts);
  return parts && <parts.Item {...props} />;
}

export function MenuLabel(props: Words) {
  const parts = use(MenuParts);
  return parts && <parts.Label {...props} />;
}

export function MenuRule() {
  const parts = use(MenuParts);
  return parts && <parts.Rule />;
}

/** A choice within a menu. The menu stays open so that the change is visible. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const parts = use(MenuParts);
  const onValueChange = (value: string) => props.onValueChange(value as Value);
  return parts && <parts.Choice {...props} onValueChange={onValueChange} />;
}
