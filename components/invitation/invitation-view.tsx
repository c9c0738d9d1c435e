"use client";

import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import Link from "next/link";
import { ApiError, post } from "@/components/api";
import { roleWords } from "@/components/team/words";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, Skeletons } from "@/components/ui/states";
import { AcceptForm } from "./accept-form";
import { JoinForm } from "./join-form";
import { OtherPerson } from "./other-person";
import { useToken } from "./token";

/** The page of an invitation link: store, role, inviter and the form to accept. */
export function InvitationView({ signedInAs }: { signedInAs: string | null }) {
  const token = useToken();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => post("/api/portal/invitations/read", { token: token ?? "" }),
    enabled: Boolean(token),
    // No need to refetch: accepting checks the invitation again.
    refetchOnWindowFocus: false,
  });

  if (token === "" || (invitation.error instanceof ApiError && invitation.error.status === 404)) {
    return <Dead />;
  }
  if (invitation.isError) {
    return <ErrorState query={invitation} what="The invitation" />;
  }
  if (!token || !invitation.data) return <Loading />;
  const { storeName, role, invitedBy, email, hasAccount } = invitation.data;
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
      {signedInAs === email ? (
        <JoinForm token={token} storeName={storeName} />
      ) : signedInAs ? (
        <OtherPerson signedInAs={signedInAs} email={email} />
      ) : (
        <AcceptForm token={token} storeName={storeName} email={email} hasAccount={hasAccount} />
      )}
    </>
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

const Loading = () => (
  <Skeletons
    label="Loading the invitation"
    bars={["h-8 w-56", "h-4 w-full", "mt-6 h-9 w-full"]}
    className="grid gap-4"
  />
);
