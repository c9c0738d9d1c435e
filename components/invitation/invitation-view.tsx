"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { ApiError, post, type ReplyOf } from "@/components/api";
import { endSession, enter, leaveFor } from "@/components/auth/credentials";
import {
  NewPasswordField,
  newPasswordSchema,
  ownNameSchema,
  PasswordField,
  passwordSchema,
} from "@/components/auth/fields";
import { FormText } from "@/components/form-text";
import { takeToken, useLinkToken } from "@/components/link-token";
import { useAction } from "@/components/queries";
import { announceStore } from "@/components/shell/store-channel";
import { SchemaForm } from "@/components/submit-form";
import { roleWords } from "@/components/team/words";
import type { Translate } from "@/components/translate";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState, Loaded, Skeletons } from "@/components/ui/states";

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

const Dead = () => (
  <>
    <h1 className="sr-only">Invitation</h1>
    <EmptyState
      icon={<MailX aria-hidden />}
      title="This invitation can't be opened"
      text="It was used, withdrawn or sent again, or its 7 days are over. Whoever invited you can send another."
    >
      <Button asChild>
        <Link href="/sign-in">Sign in</Link>
      </Button>
    </EmptyState>
  </>
);

type Props = { invitation: Invitation; token: string };

function ExistingAccountSchema({ signedInAs, ...props }: Props & { signedInAs: string | null }) {
  const { storeName, role, invitedBy, email } = props.invitation;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight break-words">Join {storeName}</h1>
      <p className="mt-1 text-muted">
        {invitedBy} invites <b className="font-medium text-ink">{email}</b> to the team as{" "}
        {roleWords[role].label.toLowerCase()}.
      </p>
      <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm text-muted">
        <b className="font-medium text-ink">{roleWords[role].label}:</b> {roleWords[role].help}.
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
  const join = useAction({
    send: (_, key) => post("/api/portal/invitations/join", { token }, key),
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
        <span className="truncate">Join {storeName}</span>
      </Button>
    </>
  );
}

function OtherPerson({ signedInAs, email }: { signedInAs: string; email: string }) {
  const leave = useMutation({
    mutationFn: async () => {
      await endSession();
      window.location.reload();
    },
  });
  return (
    <>
      <Notice tone="attention">
        You are signed in as {signedInAs}. Sign out to accept as {email}.
      </Notice>
      <Button
        variant="primary"
        className="w-full"
        busy={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        Sign out and go on
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
  const t = useTranslations("auth");
  return (
    <SchemaForm
      schema={hasAccount ? ownAccountSchema(t) : newAccountSchema(t)}
      defaults={{ name: "", password: "" }}
      verb={<span className="truncate">Join {storeName}</span>}
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
              label="Your Scrip password"
              help="This address has an account already."
            />
          ) : (
            <>
              <FormText form={form} name="name" label="Your name" autoComplete="name" />
              <NewPasswordField form={form} name="password" />
            </>
          )}
        </>
      )}
    </SchemaForm>
  );
}
