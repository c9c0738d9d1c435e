"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePost } from "@/components/queries";
import { Dialog } from "@/components/ui/dialog";
import { type Proof, ProofForm } from "./proof-form";
import { RecoveryCodes } from "./recovery-codes";

/** Replaces the recovery codes and shows the new ones once. Requires the password and a code. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const replace = usePost("/api/portal/totp/recovery-codes");
  const act = async (proof: Proof) => {
    await replace.mutateAsync(proof);
    void queries.invalidateQueries({ queryKey: ["security"] });
  };
  if (replace.data) {
    return (
      <Dialog
        title="Your new recovery codes"
        description="The former ones no longer work. Each of these signs you in once when your device is lost."
      >
        <RecoveryCodes codes={replace.data.recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title="New recovery codes"
      description="Ten new codes take the place of all former ones, used or not."
    >
      <ProofForm verb="Make new codes" act={act} onClose={onClose} />
    </Dialog>
  );
}
