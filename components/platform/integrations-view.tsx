"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useOpenable } from "@/components/openable";
import { useIsOwner } from "@/components/session";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { Connected } from "./connected";
import { NotConnected } from "./not-connected";
import type { PlatformKind } from "./types";
import { usePlatform } from "./use-platform";

// Forms are heavy: loaded when one is opened.
const ConnectDialog = dynamic(async () => (await import("./connect-dialog")).ConnectDialog);

/** The online shop that sells and takes the store's cards too: connect it, see how it does. */
export function IntegrationsView() {
  const isOwner = useIsOwner();
  const platform = usePlatform();
  const isFree = isOwner && platform.data === null;
  const [connecting, setConnecting] = useOpenable("connect", isOwner);
  const [kind, setKind] = useState<PlatformKind>("shopify");
  const open = (wanted: PlatformKind) => {
    setKind(wanted);
    setConnecting(true);
  };
  return (
    <>
      <PageHeader
        title="Integrations"
        {...(!platform.data && {
          purpose: "The online shop in which your cards can be spent too.",
        })}
      />
      <section aria-label="Online shop" className="max-w-[640px] min-w-0">
        {platform.isError && platform.data === undefined ? (
          <ErrorState
            error={platform.error}
            what="The connection"
            onRetry={() => void platform.refetch()}
          />
        ) : platform.data === undefined ? (
          <ConnectionSkeleton />
        ) : platform.data === null ? (
          <NotConnected onConnect={isOwner ? open : null} />
        ) : (
          <Connected platform={platform.data} isOwner={isOwner} />
        )}
      </section>
      {connecting && isFree && <ConnectDialog kind={kind} onClose={() => setConnecting(false)} />}
    </>
  );
}

const ConnectionSkeleton = () => (
  <div role="status" aria-label="Loading the connection" className="grid gap-5">
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-full" />
  </div>
);
