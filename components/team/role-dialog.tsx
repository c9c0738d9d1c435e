"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { ApiError, patch, url } from "@/components/api";
import { useSession } from "@/components/session";
import type { TeamMember } from "@/components/team/words";
import { toast } from "@/components/toast";
import type { Role } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { RoleChoice } from "./role-choice";
import { roleWords } from "./words";

type Props = { member: TeamMember; onClose: () => void };

/** Gives a member another role. */
export function RoleDialog({ member, onClose }: Props) {
  const { user } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const [role, setRole] = useState<Role>(member.role);
  const self = member.id === user.id;
  const change = useMutation({
    mutationFn: () => patch(url("/api/portal/team/{id}", { id: member.id }), { role }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["team"] });
      // One's own role decides what every page offers.
      if (self) router.refresh();
      toast(`${self ? "You are" : `${member.name} is`} ${roleWords[role].label.toLowerCase()} now`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === member.role) onClose();
    else change.mutate();
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={self ? "Change your role" : `Change ${member.name}'s role`}
      description={
        self && role !== "owner"
          ? "It is in force at once, and only another owner can give your role back."
          : "It is in force at once, also where they are signed in."
      }
    >
      <form method="post" onSubmit={submit} className="grid gap-5">
        <RoleChoice value={role} onChange={setRole} error={undefined} />
        {change.error instanceof ApiError && <RequestFailure error={change.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Change role
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
