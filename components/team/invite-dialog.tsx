"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { EmailField } from "@/components/auth/fields";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { typedEmail } from "@/components/typed";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { RoleChoice } from "./role-choice";
import { roles } from "./words";

const Invite = z.object({
  email: typedEmail,
  role: z.enum(roles),
});

/** Invites somebody by mail, with a role. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const invite = usePost("/api/portal/team/invitations");
  const form = useForm<z.input<typeof Invite>, unknown, z.output<typeof Invite>>({
    resolver: checkedBy(Invite),
    defaultValues: { email: "", role: "manager" },
  });
  const { errors } = form.formState;

  const sending = useSubmit(form, async (values) => {
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
      <DialogForm {...sending} verb="Send invitation" onClose={onClose}>
        <EmailField error={errors.email?.message} autoComplete="off" {...form.register("email")} />
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
      </DialogForm>
    </Dialog>
  );
}
