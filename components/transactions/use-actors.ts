"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";

/** Team members and API keys as filter options. */
export function useActors() {
  const actors = useQuery(read(["actors"], "/api/portal/transactions/actors"));
  return (actors.data?.actors ?? []).map(({ id, name }) => ({
    value: id,
    label: id.startsWith("key:") ? `${name} (key)` : name,
  }));
}
