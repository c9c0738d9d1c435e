import type { ComponentProps } from "react";
import { TextField } from "./ui/field";

/** A text that the user must type, and the label that asks for it. */
export type Proof = { label: string; text: string };

/** Ignores case. Not a schema, because pages with a confirmation but no form load no schema library. */
export const matchesProof = (typed: string, { text }: Proof) =>
  typed.trim().toUpperCase() === text.toUpperCase();

export const proofProblem = ({ text }: Proof) => `Type ${text} to continue.`;

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
