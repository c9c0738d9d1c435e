"use client";

import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";

export const useCards = () => useQuery(read(["wallet", "cards"], "/api/wallet/cards"));

export const useCard = (uuid: string) =>
  useQuery(read(["wallet", "card", uuid], url("/api/wallet/cards/{uuid}", { uuid })));
