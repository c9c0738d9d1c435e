import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { openPage } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { signOut } from "@/components/kit/credentials/credentials";
import { Button } from "@/components/kit/ui/button";
import { Loaded } from "@/components/kit/ui/states";
import { PasskeysSection } from "./passkeys-section";
import * as reads from "./reads";
import { TwoStepSection } from "./two-step-section";

/** In place of every page, until the person has the second factor that their store requires. */
export function SecondFactorRequired() {
  const t = useTranslations("security");
  const { merchant } = useSession();
  const security = useQuery(reads.security);
  const passkeys = useQuery(reads.passkeys);
  const hasSecondFactor =
    Boolean(security.data?.twoStep) || (passkeys.data?.passkeys.length ?? 0) > 0;
  return (
    <main className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-16">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{t("required.title")}</h1>
        <p className="text-muted">{t("required.text", { store: merchant.name })}</p>
      </header>
      <Loaded query={security}>
        {({ twoStep }) => (
          <>
            <TwoStepSection twoStep={twoStep} />
            <PasskeysSection />
          </>
        )}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={!hasSecondFactor}
          onClick={() => void openPage(window.location.href)}
        >
          {t("continue")}
        </Button>
        <Button variant="ghost" onClick={() => void signOut()}>
          {t("required.signOut")}
        </Button>
      </div>
    </main>
  );
}
