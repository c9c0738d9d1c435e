"use client";

import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { NewPassword, NewPasswordField, PasswordField } from "@/components/auth/fields";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { endedWords } from "./words";

const Typed = z.object({
  currentPassword: z.string().check(z.minLength(1, "Enter your current password.")),
  password: NewPassword,
});

/** Changes the password, which also ends the person's other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title="Change password"
      description="Every other browser in which you are signed in is signed out. We tell you by mail."
      verb="Change password"
      schema={Typed}
      defaults={{ currentPassword: "", password: "" }}
      send={(typed, key) => post("/api/portal/password", typed, key)}
      refresh={[["security"], ["sessions"]]}
      done={({ revoked }) => {
        toast(`Password changed. ${endedWords(revoked)}`);
        onClose();
      }}
    >
      {(form) => (
        <>
          {/* Lets password managers match the account. */}
          <input
            type="hidden"
            name="username"
            autoComplete="username"
            value={user.email}
            readOnly
          />
          <PasswordField form={form} name="currentPassword" label="Current password" />
          <NewPasswordField form={form} name="password" label="New password" />
        </>
      )}
    </ActionDialog>
  );
}
