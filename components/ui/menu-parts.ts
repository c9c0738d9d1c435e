"use client";

import { type ComponentType, createContext, type ReactNode } from "react";

export type MenuProps = { trigger: ReactNode; children: ReactNode; side?: "top" | "bottom" };
export type ItemProps = { onSelect: () => void; children: ReactNode };
export type Words = { children: ReactNode };
export type ChoiceProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  options: { value: Value; label: string; icon: ReactNode }[];
};

type Parts = {
  Item: ComponentType<ItemProps>;
  Label: ComponentType<Words>;
  Rule: ComponentType;
  Choice: ComponentType<ChoiceProps<string>>;
};

/** A menu's components, provided by the lazy-loaded menu. */
export const MenuParts = createContext<Parts | null>(null);
