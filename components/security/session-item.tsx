"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { url } from "@/components/api";
import { usePost } from "@/components/queries";
import type { OpenSession } from "@/components/security/words";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { RequestFailure } from "@/components/ui/request-failure";
import { deviceWords } from "./words";

const phones = ["iPhone", "iPad", "Android"];

/** One session: browser, IP address and times. */
export function SessionItem({ session }: { session: OpenSession }) {
  const { merchant } = useSession();
  const queries = useQueryClient();
  const revoke = usePost(url("/api/portal/sessions/{id}/revoke", { id: session.id }));
  const device = deviceWords(session);
  const end = () =>
    revoke.mutate(
      {},
      {
        onSuccess: async () => {
          await queries.invalidateQueries({ queryKey: ["sessions"] });
          toast(`${device} was signed out`);
        },
      },
    );
  const Icon = phones.includes(session.system ?? "") ? Smartphone : Monitor;
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
          <Button size="sm" onClick={end} busy={revoke.isPending}>
            Sign out<span className="sr-only"> {device}</span>
          </Button>
        )}
      </div>
      <RequestFailure error={revoke.error} />
    </li>
  );
}
