import { twMerge } from "tailwind-merge";

/** Joins class names; a later one wins over an earlier one of the same property. */
export const cx = twMerge;
