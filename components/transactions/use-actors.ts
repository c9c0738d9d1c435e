"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/api";

type Actors = { actors: { id: string; name: string }[] };

/** The people and keys of the store as options of a filter. */
export function useActors() {
  const actors = useQuery({
    queryKey: ["actors"],
    queryFn: ({ signal }) => get<Actors>("/api/portal/transactions/actors", undefined, signal),
  });
  return (actors.data?.actors ?? []).map(({ id, name }) => ({
    value: id,
    label: id.startsWith("key:") ? `${name} (key)` : name,
  }));
}
