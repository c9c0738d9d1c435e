"use client";

import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { post } from "@/components/api";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { ErrorState, Skeletons } from "@/components/ui/states";
import { Browsers } from "./browsers";
import { Heading } from "./heading";
import { OneCardNotice } from "./one-card-notice";
import { ShopAccess } from "./shop-access";
import { useCards } from "./use-cards";

/** The wallet account page: email, sessions, and the shops that may add cards. */
export function AccountView() {
  const cards = useCards();
  const heading = <Heading title="Account" parent={{ href: "/wallet", label: "Your cards" }} />;
  if (cards.isError && !cards.data) {
    return (
      <>
        {heading}
        <ErrorState query={cards} what="Your account" />
      </>
    );
  }
  if (!cards.data) {
    return (
      <>
        {heading}
        <Skeletons label="Loading your account" bars={["h-6 w-64", "h-24 w-full"]} />
      </>
    );
  }
  const { email, onlyCardUuid } = cards.data.owner;
  return (
    <>
      {heading}
      <section aria-label="Signed in" className="grid gap-3">
        <p className="text-muted">
          This wallet belongs to <b className="font-medium break-all text-ink">{email}</b>.
        </p>
        <SignOut />
      </section>
      {onlyCardUuid === null ? (
        <>
          <Browsers />
          <ShopAccess />
        </>
      ) : (
        <OneCardNotice />
      )}
    </>
  );
}

/** Ends with a full page load, to clear all cached wallet data. */
function SignOut() {
  const signOut = useMutation({
    mutationFn: () => post("/api/wallet/sign-out", {}),
    onSuccess: () => window.location.assign("/wallet/sign-in"),
  });
  return (
    <>
      <RequestFailure error={signOut.error} />
      <Button
        busy={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
        size="lg"
        className="w-full"
      >
        <LogOut aria-hidden />
        Sign out on this device
      </Button>
    </>
  );
}
