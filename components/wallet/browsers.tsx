"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { post, url } from "@/components/api";
import { read } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { Section } from "@/components/ui/section";
import { ErrorState, Skeletons } from "@/components/ui/states";
import type { WalletBrowser } from "./types";

const queryKey = ["wallet", "sessions"];

/** The wallet's sessions. Each can be ended, or all others at once. */
export function Browsers() {
  const client = useQueryClient();
  const sessions = useQuery(read(queryKey, "/api/wallet/sessions"));
  const close = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? post("/api/wallet/sessions/revoke-others", {})
        : post(url("/api/wallet/sessions/{id}/revoke", { id }), {}),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const list = sessions.data?.sessions;
  return (
    <Section title="Where you are signed in">
      <RequestFailure error={close.error} />
      {sessions.isError && !list ? (
        <ErrorState query={sessions} what="The list" />
      ) : !list ? (
        <Skeletons label="Loading where you are signed in" bars={["h-14 w-full"]} className="" />
      ) : (
        <ul className="divide-y border-y">
          {list.map((session) => (
            <li key={session.id} className="flex items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">{nameOf(session)}</p>
                <p className="text-sm text-muted">
                  {session.current ? (
                    "This device"
                  ) : (
                    <>
                      Last used <LocalTime at={session.lastSeenAt} />
                    </>
                  )}
                  {session.oneCard && ", one card only"}
                </p>
              </div>
              {!session.current && (
                <Button
                  aria-label={`Sign out ${nameOf(session)}`}
                  disabled={close.isPending}
                  onClick={() => close.mutate(session.id)}
                  size="lg"
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {list && list.length > 2 && (
        <Button disabled={close.isPending} onClick={() => close.mutate(null)} size="lg">
          Sign out everywhere else
        </Button>
      )}
    </Section>
  );
}

const nameOf = ({ browser, system }: WalletBrowser): string =>
  [browser ?? "A browser", system].filter(Boolean).join(" on ");
