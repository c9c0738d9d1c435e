"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";

/** The people and keys of the store as options of a filter. */
export function useActors() {
  const actors = useQuery(read(["actors"], "/api/portal/transactions/actors"));
  return (actors.data?.actors ?? []).map(({ id, name }) => ({
    value: id,
    label: id.startsWith("key:") ? `${name} (key)` : name,
  }));
}
