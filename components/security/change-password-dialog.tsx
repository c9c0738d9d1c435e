"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { NewPassword, NewPasswordField, PasswordField } from "@/components/auth/fields";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { Dialog } from "@/components/ui/dialog";
import { endedWords } from "./words";

const Typed = z.object({
  currentPassword: z.string().check(z.minLength(1, "Enter your current password.")),
  password: NewPassword,
});

/** Asks for the current password and another one; the other sessions end with it. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const change = usePost("/api/portal/password");
  const form = useForm({
    resolver: checkedBy(Typed),
    defaultValues: { currentPassword: "", password: "" },
  });

  const sending = useSubmit(form, async (typed) => {
    const { revoked } = await change.mutateAsync(typed);
    void queries.invalidateQueries({ queryKey: ["security"] });
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    toast(`Password changed. ${endedWords(revoked)}`);
    onClose();
  });

  return (
    <Dialog
      onClose={onClose}
      title="Change password"
      description="Every other browser in which you are signed in is signed out. We tell you by mail."
    >
      <DialogForm {...sending} verb="Change password" onClose={onClose}>
        {/* For the browser's store of passwords. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField form={form} name="currentPassword" label="Current password" />
        <NewPasswordField form={form} name="password" label="New password" />
      </DialogForm>
    </Dialog>
  );
}
