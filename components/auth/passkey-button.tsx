"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ApiError } from "@/components/kit/api/api";
import { signInWithPasskey } from "@/components/kit/credentials/credentials";
import { Button } from "@/components/kit/ui/button";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { useHydrated } from "@/components/kit/ui/use-hydrated";

/** Signs in with a passkey of this browser or device, which is email, password and second step in one. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const t = useTranslations("auth");
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    const outcome = await signInWithPasskey(t);
    if (outcome === "signed_in") return onSignedIn();
    setBusy(false);
    if (outcome !== "canceled") setFailure(outcome);
  };
  return (
    <div className="mt-4 grid gap-4">
      <Button className="w-full" disabled={!hydrated} busy={busy} onClick={() => void signIn()}>
        <KeyRound aria-hidden /> {t("signIn.passkey")}
      </Button>
      <RequestFailure error={failure} />
    </div>
  );
}
