"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { post, refusesField } from "@/components/api";
import { useLinkToken } from "@/components/link-token";
import { AuthForm, AuthMessage, BackToSignIn } from "./auth-form";
import { NewPasswordField, NewPasswordSchema } from "./fields";

/** Lets a person who opened a password reset link choose a new password. */
export function ResetForm() {
  const token = useLinkToken();
  const [state, setState] = useState<"open" | "done" | "gone">("open");
  if (state === "done") {
    return (
      <AuthMessage
        title="Your password is changed"
        text="Sign in with the new one."
        next={{ href: "/sign-in", label: "Sign in" }}
      />
    );
  }
  if (state === "gone" || token === "") {
    return (
      <AuthMessage
        title="This link no longer works"
        text="It was already used, it expired after 30 minutes, or a newer link replaced it. Your password was not changed."
        next={{ href: "/forgot-password", label: "Send another link" }}
      >
        <BackToSignIn />
      </AuthMessage>
    );
  }
  return (
    <AuthForm
      title="Choose a new password"
      purpose="Everywhere you are signed in, you will be signed out."
      schema={z.object({ password: NewPasswordSchema })}
      defaults={{ password: "" }}
      ready={token !== null}
      verb="Save password"
      send={async ({ password }) => {
        try {
          await post("/api/portal/password/reset", { token: token ?? "", password });
          setState("done");
        } catch (error) {
          if (!refusesField(error, "token")) throw error;
          setState("gone");
        }
      }}
    >
      {(form) => <NewPasswordField form={form} name="password" label="New password" />}
    </AuthForm>
  );
}
