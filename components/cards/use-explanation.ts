"use client";

import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { read } from "@/components/queries";

/** What a change of a card was part of, and what it told the store's webhooks. */
export const useExplanation = (uuid: string, sequence: number) =>
  useQuery(
    read(
      ["history", uuid, "told", sequence],
      url("/api/portal/cards/{uuid}/history/{sequence}", { uuid, sequence }),
    ),
  );
