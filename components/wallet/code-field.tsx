import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";

type Props = ComponentProps<"input"> & { label?: string; error: string | undefined };

/** Where the code printed on a card is typed, as it is printed or not. */
export const CodeField = (props: Props) => (
  <TextField
    label="Code on the card"
    help="As printed on the card, with or without dashes."
    className="font-mono tracking-wider uppercase placeholder:normal-case"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={64}
    {...props}
  />
);
