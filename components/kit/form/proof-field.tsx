import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { TextField } from "@/components/kit/ui/field";

/** Ignores case. Not a schema, because pages with a confirmation but no form load no schema library. */
export const matchesProof = (typed: string, proof: string) =>
  typed.trim().toUpperCase() === proof.toUpperCase();

type Props = Omit<ComponentProps<typeof TextField>, "label"> & { proof: string };

/** Asks the user to type `proof` before an action that can't be undone. */
export function ProofField({ proof, ...field }: Props) {
  const t = useTranslations("common");
  const bold = (text: ReactNode) => <b className="font-mono font-semibold">{text}</b>;
  return (
    <TextField
      {...field}
      label={<span>{t.rich("proof", { proof, text: bold })}</span>}
      className="font-mono"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
