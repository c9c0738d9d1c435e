import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";

/** `useQuery` options for a card. */
export const cardOptions = (uuid: string) =>
  readOptions(["card", uuid], url("/api/v1/cards/{uuid}", { uuid }));

/** What only the team sees of a card: its note, and when it was last emailed. */
export const useCardDetails = (uuid: string) =>
  useQuery(readOptions(["card", uuid, "details"], url("/api/portal/cards/{uuid}", { uuid })));
