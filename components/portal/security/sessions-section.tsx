import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { post, type ReplyOf, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { useSession } from "@/components/kit/api/session";
import type { Translate } from "@/components/kit/locale/translate";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Loaded } from "@/components/kit/ui/states";
import { sessions } from "./reads";
import { Section } from "./section";

type ActiveSession = ReplyOf<"/api/portal/sessions">["sessions"][number];

/** The person's active sessions, with buttons to end them. */
export function SessionsSection() {
  const t = useTranslations("security");
  const query = useQuery(sessions);
  const hasOthers = query.data !== undefined && query.data.sessions.length > 1;
  return (
    <Section
      title={t("sessions.title")}
      text={t("sessions.text")}
      action={hasOthers && <EndOthers />}
    >
      <Loaded query={query}>
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

function EndOthers() {
  const t = useTranslations("security");
  const end = useAction({
    send: (_, key) => post("/api/portal/sessions/revoke-others", {}, key),
    refresh: [sessions.queryKey],
    done: ({ revoked }) => toast(t("sessions.othersEnded", { count: revoked })),
  });
  return (
    <div className="grid gap-2">
      <Button onClick={() => end.mutate()} busy={end.isPending}>
        {t("sessions.endOthers")}
      </Button>
      <RequestFailure error={end.error} />
    </div>
  );
}

const mobileSystems = ["iPhone", "iPad", "Android"];

function SessionItem({ session }: { session: ActiveSession }) {
  const t = useTranslations("security");
  const { merchant } = useSession();
  const device = deviceWords(t, session);
  const revoke = useAction({
    send: (_, key) => post(url("/api/portal/sessions/{id}/revoke", session), {}, key),
    refresh: [sessions.queryKey],
    done: () => toast(t("sessions.ended", { device })),
  });
  const Icon = mobileSystems.includes(session.system ?? "") ? Smartphone : Monitor;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-center gap-3">
        <Icon className="size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">
            {device} {session.current && <Chip tone="positive" word={t("sessions.thisBrowser")} />}
          </p>
          <p className="text-sm text-muted">
            {session.address && <span className="font-mono">{session.address}</span>}
            {session.address && " · "}
            {t.rich("sessions.times", {
              started: () => <Time at={session.createdAt} />,
              active: () => <Time at={session.lastSeenAt} />,
            })}
            {session.storeName !== merchant.name &&
              ` · ${t("sessions.inStore", { store: session.storeName })}`}
          </p>
        </div>
        {!session.current && (
          <Button size="sm" onClick={() => revoke.mutate()} busy={revoke.isPending}>
            {t.rich("sessions.end", {
              device,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </Button>
        )}
      </div>
      <RequestFailure error={revoke.error} />
    </li>
  );
}

/** Label of a session's device, such as "Firefox on Linux". Either part may be unknown. */
function deviceWords(t: Translate<"security">, { browser, system }: ActiveSession) {
  if (browser && system) return t("sessions.device", { browser, system });
  return browser ?? (system ? t("sessions.onSystem", { system }) : t("sessions.unknown"));
}
