"use client";

import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { number } from "@/components/numbers";
import { TextField } from "@/components/ui/text-field";

/** A card's place as typed; empty is no bound. */
const place = (last: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{0,6}$/, "Enter a whole number.")),
    z.pipe(
      z.transform((text: string) => (text === "" ? undefined : Number(text))),
      z.optional(
        z
          .number()
          .check(
            z.refine((at) => at >= 1 && at <= last, `Enter a number from 1 to ${number(last)}.`),
          ),
      ),
    ),
  );

export const rangeIn = (last: number) => ({ from: place(last), to: place(last) });

export const wholeRange = { from: "", to: "" };

type Typed = { from: string; to: string };

/** How many cards are in what was typed; all of `last` while nothing is. */
export function countIn({ from, to }: Typed, last: number): number | null {
  const [first, end] = [from.trim() || "1", to.trim() || String(last)].map(Number);
  const known = first !== undefined && end !== undefined && first >= 1 && end <= last;
  return known && first <= end ? end - first + 1 : null;
}

type Props<T extends FieldValues & Typed, V> = {
  form: UseFormReturn<T, unknown, V>;
  last: number;
};

/** From which card of a batch to which, by their places; empty fields mean all of it. */
export function RangeFields<T extends FieldValues & Typed, V>({ form, last }: Props<T, V>) {
  const { errors } = form.formState;
  const errorOf = (name: "from" | "to") => errors[name]?.message as string | undefined;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label="First card"
        placeholder="1"
        inputMode="numeric"
        autoComplete="off"
        error={errorOf("from")}
        {...form.register("from" as Path<T>)}
      />
      <TextField
        label="Last card"
        placeholder={String(last)}
        inputMode="numeric"
        autoComplete="off"
        error={errorOf("to")}
        {...form.register("to" as Path<T>)}
      />
    </div>
  );
}
