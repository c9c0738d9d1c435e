"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { ApiError, post, type ReplyOf } from "@/components/kit/api/api";
import { takeToken, useLinkToken } from "@/components/kit/api/link-token";
import { useAction } from "@/components/kit/api/queries";
import { endSession, enter, leaveFor } from "@/components/kit/credentials/credentials";
import {
  NewPasswordField,
  newPasswordSchema,
  ownNameSchema,
  PasswordField,
  passwordSchema,
} from "@/components/kit/credentials/fields";
import { FormText } from "@/components/kit/form/form-text";
import { SchemaForm } from "@/components/kit/form/submit-form";
import type { Translate } from "@/components/kit/locale/translate";
import { announceStore } from "@/components/kit/store/store-channel";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { EmptyState, Loaded, Skeletons } from "@/components/kit/ui/states";

const storageKey = "scrip-invitation";

/** Keeps the opened link's token for this tab, so that it survives a sign-out or a reload. */
function takeInvitation(): string {
  const token = takeToken();
  if (token) window.sessionStorage.setItem(storageKey, token);
  return window.sessionStorage.getItem(storageKey) ?? "";
}

const forgetInvitation = () => window.sessionStorage.removeItem(storageKey);

type Invitation = ReplyOf<"/api/portal/invitations/read", "POST">;

/** The page of an invitation link: store, role, inviter and the form to accept. */
export function InvitationView({ signedInAs }: { signedInAs: string | null }) {
  const token = useLinkToken(takeInvitation);
  const query = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => post("/api/portal/invitations/read", { token: token ?? "" }),
    enabled: Boolean(token),
    // No need to refetch: accepting checks the invitation again.
    refetchOnWindowFocus: false,
  });
  if (token === "" || (query.error instanceof ApiError && query.error.status === 404)) {
    return <Dead />;
  }
  return (
    <Loaded
      query={query}
      loading={
        <Skeletons bars={["h-8 w-56", "h-4 w-full", "mt-6 h-9 w-full"]} className="grid gap-4" />
      }
    >
      {(invitation) => (
        <ExistingAccountSchema
          invitation={invitation}
          token={token ?? ""}
          signedInAs={signedInAs}
        />
      )}
    </Loaded>
  );
}

function Dead() {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  return (
    <>
      <h1 className="sr-only">{t("invitation.heading")}</h1>
      <EmptyState
        icon={<MailX aria-hidden />}
        title={t("invitation.invalid.title")}
        text={t("invitation.invalid.text")}
      >
        <Button asChild>
          <Link href="/sign-in">{tc("actions.signIn")}</Link>
        </Button>
      </EmptyState>
    </>
  );
}

type Props = { invitation: Invitation; token: string };

function ExistingAccountSchema({ signedInAs, ...props }: Props & { signedInAs: string | null }) {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  const bold = (text: ReactNode) => <b className="font-medium text-ink">{text}</b>;
  const { storeName, role, invitedBy, email } = props.invitation;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight break-words">
        {t("invitation.join", { store: storeName })}
      </h1>
      <p className="mt-1 text-muted">
        {t.rich("invitation.as", { inviter: invitedBy, email, role, b: bold })}
      </p>
      <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm text-muted">
        {t.rich("invitation.role", {
          role: tc(`roles.${role}`),
          help: t(`roleHelp.${role}`),
          b: bold,
        })}
      </p>
      <div className="mt-8 grid gap-5">
        {signedInAs === email ? (
          <Join {...props} />
        ) : signedInAs ? (
          <OtherPerson signedInAs={signedInAs} email={email} />
        ) : (
          <Accept {...props} />
        )}
      </div>
    </>
  );
}

/** Accepts an invitation for the signed-in user. Their session switches to the store. */
function Join({ token, invitation: { storeName } }: Props) {
  const t = useTranslations("team");
  const join = useAction({
    send: (_, key) => post("/api/portal/invitations/join", { token }, key),
    refresh: [["invitation", token]],
    done: ({ merchantId }) => {
      announceStore(merchantId);
      forgetInvitation();
      return leaveFor(null);
    },
  });
  return (
    <>
      <RequestFailure error={join.error} />
      <Button
        variant="primary"
        className="w-full"
        busy={join.isPending}
        onClick={() => join.mutate()}
      >
        <span className="truncate">{t("invitation.join", { store: storeName })}</span>
      </Button>
    </>
  );
}

function OtherPerson({ signedInAs, email }: { signedInAs: string; email: string }) {
  const t = useTranslations("team");
  const leave = useMutation({
    mutationFn: async () => {
      await endSession();
      window.location.reload();
    },
  });
  return (
    <>
      <Notice tone="attention">{t("invitation.otherPerson", { signedInAs, email })}</Notice>
      <Button
        variant="primary"
        className="w-full"
        busy={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        {t("invitation.signOut")}
      </Button>
    </>
  );
}

const newAccountSchema = (t: Translate<"auth">) =>
  z.object({ name: ownNameSchema(t), password: newPasswordSchema(t) });

const ownAccountSchema = (t: Translate<"auth">) =>
  z.object({ name: z.string(), password: passwordSchema(t) });

/** Accepts an invitation with a new account or the password of an existing one, then signs in. */
function Accept({ token, invitation: { storeName, email, hasAccount } }: Props) {
  const [t, tAuth] = [useTranslations("team"), useTranslations("auth")];
  return (
    <SchemaForm
      schema={hasAccount ? ownAccountSchema(tAuth) : newAccountSchema(tAuth)}
      defaults={{ name: "", password: "" }}
      verb={<span className="truncate">{t("invitation.join", { store: storeName })}</span>}
      send={async ({ name, password }) => {
        const account = hasAccount ? { password } : { name, password };
        await post("/api/portal/invitations/accept", { token, ...account });
        forgetInvitation();
        return enter({ email, password });
      }}
    >
      {(form) => (
        <>
          {/* Lets password managers save the email with the password. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          {hasAccount ? (
            <PasswordField
              form={form}
              name="password"
              label={t("invitation.password")}
              help={t("invitation.passwordHelp")}
            />
          ) : (
            <>
              <FormText form={form} name="name" label={t("invitation.name")} autoComplete="name" />
              <NewPasswordField
                form={form}
                name="password"
                personal={[email, form.watch("name")]}
              />
            </>
          )}
        </>
      )}
    </SchemaForm>
  );
}
