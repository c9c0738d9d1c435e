"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { openPage, post, type ReplyOf, url } from "@/components/kit/api/api";
import { Button } from "@/components/kit/ui/button";
import { LocalTime } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Section } from "@/components/kit/ui/section";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { Heading, OneCardNotice } from "./heading";
import { ownSessions, shopTokens } from "./reads";
import { useCards } from "./use-cards";

// Forms are heavy, so they load when opened.
const NewAccess = dynamic(async () => (await import("./new-access")).NewAccess);

/** The wallet account page: email, sessions, and the shops that may add cards. */
export function AccountView() {
  const t = useTranslations("wallet");
  const cards = useCards();
  return (
    <>
      <Heading title={t("account.title")} parent={{ href: "/wallet", label: t("cards.title") }} />
      <Loaded query={cards} loading={<Skeletons bars={["h-6 w-64", "h-24 w-full"]} />}>
        {({ owner: { email, onlyCardUuid } }) => (
          <>
            <section aria-label={t("account.signedIn")} className="grid gap-3">
              <p className="text-muted">
                {t.rich("account.signedInAs", {
                  b: (text) => <b className="font-medium break-all text-ink">{text}</b>,
                  email,
                })}
              </p>
              <SignOut />
            </section>
            {onlyCardUuid === null ? (
              <>
                <Sessions />
                <ShopAccess />
              </>
            ) : (
              <OneCardNotice />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function SignOut() {
  const t = useTranslations("wallet");
  const signOut = useMutation({
    mutationFn: async () => {
      await post("/api/wallet/sign-out", {});
      return openPage("/wallet/sign-in");
    },
  });
  return (
    <>
      <RequestFailure error={signOut.error} />
      <Button
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
        size="lg"
        className="w-full"
      >
        <LogOut aria-hidden />
        {t("account.signOut")}
      </Button>
    </>
  );
}

type Session = ReplyOf<"/api/wallet/sessions">["sessions"][number];

/** The wallet's sessions. Each can be ended, or all others at once. */
function Sessions() {
  const t = useTranslations("wallet");
  const client = useQueryClient();
  const query = useQuery(ownSessions);
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? post("/api/wallet/sessions/revoke-others", {})
        : post(url("/api/wallet/sessions/{id}/revoke", { id }), {}),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallet", "sessions"] }),
  });
  return (
    <Section title={t("account.sessions.title")}>
      <RequestFailure error={end.error} />
      <Loaded query={query} loading={<Skeletons bars={["h-14 w-full"]} className="" />}>
        {({ sessions }) => (
          <>
            <ul className="divide-y border-y">
              {sessions.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  disabled={end.isPending}
                  onEnd={() => end.mutate(session.id)}
                />
              ))}
            </ul>
            {sessions.length > 2 && (
              <Button disabled={end.isPending} onClick={() => end.mutate(null)} size="lg">
                {t("account.sessions.signOutOthers")}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

type EntryProps = {
  title: ReactNode;
  text: ReactNode;
  /** The button that ends it. */
  end?: ReactNode;
};

const Entry = ({ title, text, end }: EntryProps) => (
  <li className="flex items-center justify-between gap-4 py-3">
    <div className="min-w-0">
      <p className="font-medium break-words">{title}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
    {end}
  </li>
);

type EndProps = { disabled: boolean; onEnd: () => void };

function SessionItem({ session, disabled, onEnd }: EndProps & { session: Session }) {
  const t = useTranslations("wallet");
  const browser = session.browser ?? t("account.sessions.unknownBrowser");
  const { system } = session;
  const device = system ? t("account.sessions.browserOn", { browser, system }) : browser;
  return (
    <Entry
      title={device}
      text={
        <>
          {session.current
            ? t("account.sessions.thisDevice")
            : t.rich("account.sessions.lastActive", {
                time: () => <LocalTime at={session.lastSeenAt} />,
              })}
          {session.oneCard && ` · ${t("account.sessions.oneCard")}`}
        </>
      }
      end={
        !session.current && (
          <Button
            aria-label={t("account.sessions.signOutLabel", { device })}
            disabled={disabled}
            onClick={onEnd}
            size="lg"
          >
            {t("account.sessions.signOut")}
          </Button>
        )
      }
    />
  );
}

/** The tokens that let shops add cards to this wallet. */
function ShopAccess() {
  const t = useTranslations("wallet");
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const query = useQuery(shopTokens);
  const end = useMutation({
    mutationFn: (id: string) => post(url("/api/wallet/tokens/{id}/revoke", { id }), {}),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallet", "tokens"] }),
  });
  return (
    <section aria-labelledby="access" className="grid gap-3">
      <div>
        <h2 id="access" className="text-lg font-semibold">
          {t("account.access.title")}
        </h2>
        <p className="mt-1 text-muted">{t("account.access.purpose")}</p>
      </div>
      <RequestFailure error={end.error} />
      <Loaded query={query} loading={<Skeletons bars={["h-14 w-full"]} className="" />}>
        {({ tokens }) =>
          tokens.length > 0 && (
            <ul className="divide-y border-y">
              {tokens.map((token) => (
                <Access
                  key={token.id}
                  token={token}
                  disabled={end.isPending}
                  onEnd={() => end.mutate(token.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button onClick={() => setCreating(true)} size="lg">
        {t("account.access.create")}
      </Button>
      {creating && <NewAccess onClose={() => setCreating(false)} />}
    </section>
  );
}

type AccessProps = EndProps & { token: ReplyOf<"/api/wallet/tokens">["tokens"][number] };

function Access({ token, disabled, onEnd }: AccessProps) {
  const t = useTranslations("wallet");
  const { name, last4, expiresAt, lastUsedAt } = token;
  return (
    <Entry
      title={
        <>
          {name} <span className="font-mono text-muted">…{last4}</span>
        </>
      }
      text={
        <>
          {t.rich("account.access.until", { time: () => <LocalTime at={expiresAt} /> })}
          {" · "}
          {lastUsedAt
            ? t.rich("account.access.used", { time: () => <LocalTime at={lastUsedAt} /> })
            : t("account.access.neverUsed")}
        </>
      }
      end={
        <Button
          aria-label={t("account.access.removeLabel", { name })}
          disabled={disabled}
          onClick={onEnd}
          size="lg"
        >
          {t("account.access.remove")}
        </Button>
      }
    />
  );
}
