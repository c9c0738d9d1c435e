"use client";

import { useQueryClient } from "@tanstack/react-query";

/** Reads again what a change of one card has touched; resolves when its page shows it. */
export function useCardRefresh(uuid: string) {
  const queries = useQueryClient();
  return async () => {
    void queries.invalidateQueries({ queryKey: ["cards"] });
    void queries.invalidateQueries({ queryKey: ["transactions"] });
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["card", uuid] }),
      queries.invalidateQueries({ queryKey: ["history", uuid] }),
    ]);
  };
}
