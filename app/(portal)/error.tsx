"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { unreachable } from "@/components/kit/api/api";
import { PageFailure } from "@/components/kit/page/page-failure";

type Props = { error: Error & { digest?: string }; retry: () => void };

/** Error page of the portal, inside its frame so that the navigation stays. */
export default function PortalError({ error, retry }: Props) {
  const queries = useQueryClient();
  if (error.name === "ChunkLoadError") return <MissingScript />;
  const readAgain = () => {
    // The cached data may be what failed to render.
    queries.removeQueries();
    retry();
  };
  return <PageFailure error={error} onRetry={readAgain} />;
}

const ASK_EVERY_MS = 3_000;

const isServerThere = async () => {
  const response = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  return response?.ok ?? false;
};

/** React remembers that it couldn't load a script, so the page is loaded again once the server responds. */
function MissingScript() {
  const [error] = useState(unreachable);
  const reload = async () => {
    if (await isServerThere()) window.location.reload();
  };
  useEffect(() => {
    let wasAway = false;
    const timer = setInterval(async () => {
      const isThere = await isServerThere();
      // Not if the script can't be loaded for another reason, because the page would be loaded again and again.
      if (isThere && wasAway) window.location.reload();
      wasAway ||= !isThere;
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <PageFailure error={error} onRetry={reload} />;
}
