import { useCallback } from "react";
import { ApiError, get, unreachable, url } from "@/components/kit/api/api";
import { useOpenTill } from "./context";

/** Shows a card again as it is now, or the first screen if it can't be read. */
export function useShowCard() {
  const { call, go } = useOpenTill();
  return useCallback(
    async (uuid: string) => {
      try {
        const found = await call(() => get(url("/api/till/cards/{uuid}", { uuid })));
        if (!found) throw unreachable();
        go({ at: "card", found });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        go({ at: "home" });
      }
    },
    [call, go],
  );
}
