"use client";

import { ApiError } from "@/components/api";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { signOut } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";

/** Leaves the store oneself. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const go = usePost("/api/portal/team/leave");

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Leave ${merchant.name}`}
      description="You are signed out of it at once, and come back only when an owner invites you. Your account and your other stores stay."
    >
      {go.error instanceof ApiError && <RequestFailure error={go.error} />}
      <DialogActions>
        <Button onClick={onClose}>Stay</Button>
        <Button
          variant="danger"
          busy={go.isPending || go.isSuccess}
          onClick={() => go.mutate({}, { onSuccess: () => signOut() })}
        >
          Leave store
        </Button>
      </DialogActions>
    </Dialog>
  );
}
