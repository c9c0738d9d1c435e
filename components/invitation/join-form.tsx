"use client";

import { leaveFor } from "@/components/auth/credentials";
import { usePost } from "@/components/queries";
import { announceStore } from "@/components/shell/store-channel";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { forgetToken } from "./token";

type Props = { token: string; storeName: string };

/** Accepts an invitation for the signed-in user. Their session switches to the store. */
export function JoinForm({ token, storeName }: Props) {
  const join = usePost("/api/portal/invitations/join");
  const accept = () =>
    join.mutate(
      { token },
      {
        onSuccess: ({ merchantId }) => {
          announceStore(merchantId);
          forgetToken();
          leaveFor(null);
        },
      },
    );
  return (
    <div className="mt-8 grid gap-5">
      <RequestFailure error={join.error} />
      <Button
        variant="primary"
        className="w-full"
        busy={join.isPending || join.isSuccess}
        onClick={accept}
      >
        <span className="truncate">Join {storeName}</span>
      </Button>
    </div>
  );
}
