"use client";

import { useState } from "react";
import { endSession } from "@/components/auth/credentials";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type Props = { signedInAs: string; email: string };

/** Tells the signed-in user that the invitation is for someone else. */
export function OtherPerson({ signedInAs, email }: Props) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await endSession();
    window.location.reload();
  };
  return (
    <div className="mt-8 grid gap-5">
      <Notice tone="attention">
        You are signed in as {signedInAs}. Sign out to accept as {email}.
      </Notice>
      <Button variant="primary" className="w-full" busy={leaving} onClick={() => void leave()}>
        Sign out and go on
      </Button>
    </div>
  );
}
