"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { post, refusesField } from "@/components/kit/api/api";
import { useLinkToken } from "@/components/kit/api/link-token";
import { NewPasswordField, newPasswordSchema } from "@/components/kit/credentials/fields";
import { AuthForm, AuthMessage, BackToSignIn } from "./auth-form";

/** Lets a person who opened a password reset link choose a new password. */
export function ResetForm() {
  const t = useTranslations("auth");
  const token = useLinkToken();
  const [state, setState] = useState<"open" | "done" | "gone">("open");
  if (state === "done") {
    return (
      <AuthMessage
        title={t("reset.done.title")}
        text={t("reset.done.text")}
        next={{ href: "/sign-in", label: t("signIn.submit") }}
      />
    );
  }
  if (state === "gone" || token === "") {
    return (
      <AuthMessage
        title={t("linkGone")}
        text={t("reset.expired")}
        next={{ href: "/forgot-password", label: t("reset.resend") }}
      >
        <BackToSignIn />
      </AuthMessage>
    );
  }
  return (
    <AuthForm
      title={t("reset.title")}
      purpose={t("reset.purpose")}
      schema={z.object({ password: newPasswordSchema(t) })}
      defaults={{ password: "" }}
      ready={token !== null}
      verb={t("reset.submit")}
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
      {(form) => <NewPasswordField form={form} name="password" label={t("fields.newPassword")} />}
    </AuthForm>
  );
}
