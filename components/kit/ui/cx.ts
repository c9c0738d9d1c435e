import { twMerge } from "tailwind-merge";

/** Joins class names; a later class overrides an earlier one for the same property. */
export const cx = twMerge;
