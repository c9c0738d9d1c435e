"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { NewPasswordField, PasswordField } from "@/components/auth/fields";
import { NewPassword } from "@/components/auth/new-password";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
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
  const { errors } = form.formState;

  const sending = useSubmit(form, async (typed) => {
    const { revoked } = await change.mutateAsync(typed);
    void queries.invalidateQueries({ queryKey: ["security"] });
    void queries.invalidateQueries({ queryKey: ["sessions"] });
    toast(`Password changed. ${endedWords(revoked)}`);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change password"
      description="Every other browser in which you are signed in is signed out. We tell you by mail."
    >
      <DialogForm {...sending} verb="Change password" onClose={onClose}>
        {/* For the browser's store of passwords. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label="Current password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <NewPasswordField
          label="New password"
          error={errors.password?.message}
          {...form.register("password")}
        />
      </DialogForm>
    </Dialog>
  );
}
