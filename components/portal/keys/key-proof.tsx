import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useIsTest } from "@/components/kit/api/session";
import { type emptyProof, ProofFields } from "@/components/kit/credentials/proof-fields";
import { isOwnersKey } from "@/lib/base/roles";

type Props<T extends FieldValues & typeof emptyProof, Values> = {
  form: UseFormReturn<T, unknown, Values>;
  /** The key's scopes. */
  scopes: readonly string[];
};

/** Asks for the password if only an owner can create such a key. Test mode needs none. */
export function KeyProof<T extends FieldValues & typeof emptyProof, Values>(
  props: Props<T, Values>,
) {
  const isTest = useIsTest();
  return !isTest && isOwnersKey(props.scopes) && <ProofFields form={props.form} />;
}
