"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import type { OwnCard, OwnCards } from "./types";

/** Every card of the wallet that is open. */
export const useCards = () =>
  useQuery({
    queryKey: ["wallet", "cards"],
    queryFn: ({ signal }) => get<OwnCards>("/api/wallet/cards", undefined, signal),
  });

/** One of them. */
export const useCard = (uuid: string) =>
  useQuery({
    queryKey: ["wallet", "card", uuid],
    queryFn: ({ signal }) => get<OwnCard>(`/api/wallet/cards/${uuid}`, undefined, signal),
  });
