"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { Dialog } from "@/components/ui/dialog";
import { type Proof, ProofForm } from "./proof-form";

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const turnOff = usePost("/api/portal/totp/turn-off");
  const act = async (proof: Proof) => {
    await turnOff.mutateAsync(proof);
    void queries.invalidateQueries({ queryKey: ["security"] });
    toast("Two-step sign-in is off");
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title="Turn two-step sign-in off"
      description="From then on your password alone signs you in. Your recovery codes stop working."
    >
      <ProofForm verb="Turn off" danger act={act} onClose={onClose} />
    </Dialog>
  );
}
