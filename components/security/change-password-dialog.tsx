"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { NewPassword, shortestPassword } from "@/components/auth/new-password";
import { useSubmit } from "@/components/forms";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";
import { endedWords } from "./words";

const Typed = z.object({
  currentPassword: z.string().min(1, "Enter your current password."),
  password: NewPassword,
});

/** Asks for the current password and another one; the other sessions end with it. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const change = usePost<z.output<typeof Typed>, { revoked: number }>("/api/portal/password");
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { currentPassword: "", password: "" },
  });
  const { errors } = form.formState;

  const { submit, failure } = useSubmit(form, async (typed) => {
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
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {/* For the browser's store of passwords. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextField
          label="Current password"
          error={errors.currentPassword?.message}
          type="password"
          autoComplete="current-password"
          {...form.register("currentPassword")}
        />
        <TextField
          label="New password"
          help={`At least ${shortestPassword} characters.`}
          error={errors.password?.message}
          type="password"
          autoComplete="new-password"
          {...form.register("password")}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Change password
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
