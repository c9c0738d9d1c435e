import { useCallback, useEffect, useState } from "react";
import { ApiError } from "@/components/kit/api/api";
import { useOpenTill } from "./context";

/** What a screen loads when it opens: null while it loads. `reload` loads it again. */
export function useLoaded<Data>(load: () => Promise<Data>) {
  const { call } = useOpenTill();
  const [loaded, setLoaded] = useState<{ data: Data | null; error: ApiError | null }>({
    data: null,
    error: null,
  });
  const reload = useCallback(async () => {
    try {
      const data = await call(load);
      setLoaded({ data, error: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setLoaded(({ data }) => ({ data, error }));
    }
  }, [call, load]);
  useEffect(() => void reload(), [reload]);
  return { ...loaded, reload };
}
