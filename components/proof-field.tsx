import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { TextField } from "./ui/field";

/** Accepts `text` in upper or lower case. */
export const proofTextSchema = (text: string) =>
  z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim().toUpperCase() === text.toUpperCase(),
        `Type ${text} to continue.`,
      ),
    );

export type Proof = { label: string; text: string };

type Props = Omit<ComponentProps<typeof TextField>, "label"> & { proof: Proof };

/** Asks the user to type a text before an action that can't be undone. */
export const ProofField = ({ proof, ...field }: Props) => (
  <TextField
    {...field}
    label={
      <span>
        {proof.label} <b className="font-mono font-semibold">{proof.text}</b>
      </span>
    }
    className="font-mono"
    autoComplete="off"
    spellCheck={false}
  />
);
