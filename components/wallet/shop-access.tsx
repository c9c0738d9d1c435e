"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { post, url } from "@/components/api";
import { read } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { ErrorState, Skeletons } from "@/components/ui/states";
import type { ConsumerToken } from "./types";

// Forms are heavy, so they load when opened.
const NewAccess = dynamic(async () => (await import("./new-access")).NewAccess);

const queryKey = ["wallet", "tokens"];

/** The tokens that let shops add cards to this wallet. */
export function ShopAccess() {
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const tokens = useQuery(read(queryKey, "/api/wallet/tokens"));
  const end = useMutation({
    mutationFn: (id: string) => post(url("/api/wallet/tokens/{id}/revoke", { id }), {}),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const list = tokens.data?.tokens;
  return (
    <section aria-labelledby="access" className="grid gap-3">
      <div>
        <h2 id="access" className="text-lg font-semibold">
          Shop access
        </h2>
        <p className="mt-1 text-muted">
          Give a shop's app an access code, and it can add gift cards to this wallet for you. It
          can't see your cards, nor spend them.
        </p>
      </div>
      <RequestFailure error={end.error} />
      {tokens.isError && !list ? (
        <ErrorState query={tokens} what="The list" />
      ) : !list ? (
        <Skeletons label="Loading shop access" bars={["h-14 w-full"]} className="" />
      ) : (
        list.length > 0 && (
          <ul className="divide-y border-y">
            {list.map((token) => (
              <Access
                key={token.id}
                token={token}
                disabled={end.isPending}
                onEnd={() => end.mutate(token.id)}
              />
            ))}
          </ul>
        )
      )}
      <Button onClick={() => setMaking(true)} size="lg">
        Give a shop access
      </Button>
      {making && (
        <NewAccess
          onClose={() => setMaking(false)}
          onMade={() => void client.invalidateQueries({ queryKey })}
        />
      )}
    </section>
  );
}

type AccessProps = { token: ConsumerToken; disabled: boolean; onEnd: () => void };

const Access = ({ token, disabled, onEnd }: AccessProps) => (
  <li className="flex items-center justify-between gap-4 py-3">
    <div className="min-w-0">
      <p className="font-medium break-words">
        {token.name} <span className="font-mono text-muted">…{token.last4}</span>
      </p>
      <p className="text-sm text-muted">
        Until <LocalTime at={token.expiresAt} />,{" "}
        {token.lastUsedAt ? (
          <>
            last used <LocalTime at={token.lastUsedAt} />
          </>
        ) : (
          "never used"
        )}
      </p>
    </div>
    <Button
      aria-label={`End the access of ${token.name}`}
      disabled={disabled}
      onClick={onEnd}
      size="lg"
    >
      End
    </Button>
  </li>
);
