import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";

export const useCards = () => useQuery(readOptions(["wallet", "cards"], "/api/wallet/cards"));

export const useCard = (uuid: string) =>
  useQuery(readOptions(["wallet", "card", uuid], url("/api/wallet/cards/{uuid}", { uuid })));
