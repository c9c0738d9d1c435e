"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, remove, url } from "@/components/api";
import { useSession } from "@/components/session";
import { signOut } from "@/components/shell/sign-out";
import type { TeamMember } from "@/components/team/words";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";

type Props = { member: TeamMember; onClose: () => void };

/** Removes a member from the team. */
export function RemoveDialog({ member, onClose }: Props) {
  const { user, merchant } = useSession();
  const queries = useQueryClient();
  const expel = useMutation({
    mutationFn: () => remove(url("/api/portal/team/{id}", { id: member.id })),
    onSuccess: async () => {
      if (member.id === user.id) return await signOut();
      await queries.invalidateQueries({ queryKey: ["team"] });
      toast(`${member.name} removed from the team`);
      onClose();
    },
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${member.name} from ${merchant.name}`}
      description={
        <>
          <b className="font-semibold text-ink">
            They are signed out of this store at once and can't come back by themselves.
          </b>{" "}
          What they did stays in the history, and API keys they made keep working: revoke those that
          only they knew.
        </>
      }
    >
      {expel.error instanceof ApiError && <RequestFailure error={expel.error} />}
      <DialogActions>
        <Button onClick={onClose}>Keep {member.name}</Button>
        <Button variant="danger" busy={expel.isPending} onClick={() => expel.mutate()}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
