import { useEffect, useState } from "react";

/**
 * The pairing code that a QR code has after the page's address, as in `/till#code=7KQM-2XWP`; null without one. It is
 * read once and removed from there: no request and no bookmark has it.
 */
export function usePairingCode() {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const found = /^#code=([\w-]{1,40})$/.exec(location.hash)?.[1];
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    setCode(found);
  }, []);
  return [code, setCode] as const;
}
