"use client";

import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";

/** Every card of the wallet that is open. */
export const useCards = () => useQuery(read(["wallet", "cards"], "/api/wallet/cards"));

/** One of them. */
export const useCard = (uuid: string) =>
  useQuery(read(["wallet", "card", uuid], url("/api/wallet/cards/{uuid}", { uuid })));
