import { useCallback, useEffect, useState } from "react";

const lockName = "scrip-till";

/**
 * Whether this tab is the one that uses the till, so that no operation is handled by two tabs. Null until that is
 * known. `take` takes it from the other tab.
 */
export function useSingleTab() {
  const [own, setOwn] = useState<boolean | null>(null);
  const [taken, setTaken] = useState(0);

  useEffect(() => {
    // Without HTTPS there are no locks.
    if (!navigator.locks) return setOwn(true);
    const ended = new AbortController();
    const hold = () => {
      setOwn(true);
      return new Promise<void>((release) => {
        ended.signal.addEventListener("abort", () => release());
      });
    };
    const wait = () =>
      void navigator.locks.request(lockName, { signal: ended.signal }, hold).catch(() => {
        if (ended.signal.aborted) return;
        setOwn(false);
        wait();
      });
    const first = taken > 0 ? { steal: true } : { ifAvailable: true };
    void navigator.locks
      .request(lockName, first, (lock) => {
        if (ended.signal.aborted) return;
        if (lock) return hold();
        setOwn(false);
        wait();
      })
      .catch(() => {
        // Another tab took it.
        if (ended.signal.aborted) return;
        setOwn(false);
        wait();
      });
    return () => ended.abort();
  }, [taken]);

  return { own, take: useCallback(() => setTaken((times) => times + 1), []) };
}
