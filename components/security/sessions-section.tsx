"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/api";
import { read, usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { ErrorState, TableSkeleton } from "@/components/ui/states";
import { Section } from "./section";
import { SessionItem } from "./session-item";
import { endedWords } from "./words";

/** The person's active sessions, with buttons to end them. */
export function SessionsSection() {
  const sessions = useQuery(read(["sessions"], "/api/portal/sessions"));
  const known = sessions.data?.sessions ?? [];
  return (
    <Section
      title="Where you are signed in"
      text="A session ends after 2 hours without use, and 12 hours after it began."
      action={known.length > 1 && <EndOthers />}
    >
      {sessions.isError && !sessions.data ? (
        <ErrorState query={sessions} what="Your sessions" />
      ) : sessions.isPending ? (
        <TableSkeleton label="Loading your sessions" />
      ) : (
        <ul className="-mb-3 divide-y border-t">
          {known.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function EndOthers() {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const end = usePost("/api/portal/sessions/revoke-others");
  const act = () =>
    end.mutate(
      {},
      {
        onSuccess: async ({ revoked }) => {
          await queries.invalidateQueries({ queryKey: ["sessions"] });
          toast(endedWords(revoked));
        },
        onError: (error) => setFailure(error instanceof ApiError ? error : null),
      },
    );
  return (
    <div className="grid gap-2">
      <Button onClick={act} busy={end.isPending}>
        Sign out everywhere else
      </Button>
      <RequestFailure error={failure} />
    </div>
  );
}
