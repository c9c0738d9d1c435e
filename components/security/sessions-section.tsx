import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { post, type ReplyOf, url } from "@/components/api";
import { readOptions, useAction } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { Loaded, TableSkeleton } from "@/components/ui/states";
import { Section } from "./section";

const queryKey = ["sessions"];

type ActiveSession = ReplyOf<"/api/portal/sessions">["sessions"][number];

/** The person's active sessions, with buttons to end them. */
export function SessionsSection() {
  const query = useQuery(readOptions(queryKey, "/api/portal/sessions"));
  const hasOthers = query.data !== undefined && query.data.sessions.length > 1;
  return (
    <Section
      title="Where you are signed in"
      text="A session ends after 2 hours without use, and 12 hours after it began."
      action={hasOthers && <EndOthers />}
    >
      <Loaded
        query={query}
        what="Your sessions"
        loading={<TableSkeleton label="Loading your sessions" />}
      >
        {({ sessions }) => (
          <ul className="-mb-3 divide-y border-t">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** Toast text for the number of sessions that ended. */
export const endedWords = (sessions: number) =>
  sessions === 0
    ? "You were signed in nowhere else."
    : `${sessions === 1 ? "1 other session" : `${sessions} other sessions`} ended.`;

function EndOthers() {
  const end = useAction({
    send: (_, key) => post("/api/portal/sessions/revoke-others", {}, key),
    refresh: [queryKey],
    done: ({ revoked }) => toast(endedWords(revoked)),
  });
  return (
    <div className="grid gap-2">
      <Button onClick={() => end.mutate()} busy={end.isPending}>
        Sign out everywhere else
      </Button>
      <RequestFailure error={end.error} />
    </div>
  );
}

const mobileSystems = ["iPhone", "iPad", "Android"];

function SessionItem({ session }: { session: ActiveSession }) {
  const { merchant } = useSession();
  const device = deviceWords(session);
  const revoke = useAction({
    send: (_, key) => post(url("/api/portal/sessions/{id}/revoke", session), {}, key),
    refresh: [queryKey],
    done: () => toast(`${device} was signed out`),
  });
  const Icon = mobileSystems.includes(session.system ?? "") ? Smartphone : Monitor;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-center gap-3">
        <Icon className="size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            {device} {session.current && <Chip tone="positive" word="This browser" />}
          </p>
          <p className="text-sm text-muted">
            {session.address && <span className="font-mono">{session.address}</span>}
            {session.address && " · "}signed in <Time at={session.createdAt} /> · last used{" "}
            <Time at={session.lastSeenAt} />
            {session.storeName !== merchant.name && ` · at ${session.storeName}`}
          </p>
        </div>
        {!session.current && (
          <Button size="sm" onClick={() => revoke.mutate()} busy={revoke.isPending}>
            Sign out<span className="sr-only"> {device}</span>
          </Button>
        )}
      </div>
      <RequestFailure error={revoke.error} />
    </li>
  );
}

/** Label of a session's device, such as "Firefox on Linux". Either part may be unknown. */
function deviceWords({ browser, system }: ActiveSession) {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}
