"use client";

import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";

/** All cards in the open wallet. */
export const useCards = () => useQuery(read(["wallet", "cards"], "/api/wallet/cards"));

/** One card in the wallet. */
export const useCard = (uuid: string) =>
  useQuery(read(["wallet", "card", uuid], url("/api/wallet/cards/{uuid}", { uuid })));
