"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";
import { RoleChoice } from "./role-choice";
import { roles } from "./words";

const Invite = z.object({
  email: z.email("Enter an e-mail address, such as grace@example.com."),
  role: z.enum(roles),
});

/** Invites somebody by mail, with a role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const invite = usePost<z.output<typeof Invite>, unknown>("/api/portal/team/invitations");
  const form = useForm<z.input<typeof Invite>, unknown, z.output<typeof Invite>>({
    resolver: zodResolver(Invite),
    defaultValues: { email: "", role: "manager" },
  });
  const { errors } = form.formState;

  const { submit, failure } = useSubmit(form, async (values) => {
    await invite.mutateAsync(values);
    await queries.invalidateQueries({ queryKey: ["team"] });
    toast(`Invitation sent to ${values.email}`);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite to the team"
      description="They get a mail with a link that works once, for 7 days."
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="E-mail address"
          error={errors.email?.message}
          type="email"
          autoComplete="off"
          {...form.register("email")}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <RoleChoice
              value={field.value}
              onChange={field.onChange}
              error={errors.role?.message}
            />
          )}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            Send invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
