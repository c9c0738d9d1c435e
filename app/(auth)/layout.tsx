import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { Providers } from "@/components/kit/api/providers";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import { OfflineNotice } from "@/components/kit/page/offline";
import { SkipLink } from "@/components/kit/ui/skip-link";

export default function AuthLayout({ children }: { children: ReactNode }) {
  const t = useTranslations("auth");
  const tc = useTranslations("common");
  return (
    <Messages areas={["auth"]}>
      <Providers>
        <SkipLink />
        <OfflineNotice />
        <div className="grid min-h-dvh lg:grid-cols-2">
          <main className="flex flex-col px-4 py-8 md:px-12">
            <header className="flex items-center justify-between gap-4">
              <p className="text-lg font-semibold tracking-tight">Scrip</p>
              <Link href="/docs" className="text-muted hover:text-ink hover:underline">
                {t("layout.apiReference")}
              </Link>
            </header>
            <div
              id="content"
              tabIndex={-1}
              className="mx-auto my-auto w-full max-w-sm py-10 outline-none"
            >
              {children}
            </div>
          </main>
          <aside
            aria-hidden="true"
            className="hidden place-content-center justify-items-center gap-8 border-l bg-sunken p-12 lg:grid"
          >
            <div className="w-96">
              <CardDrawing
                storeName={t("layout.sampleStore")}
                code="•••• •••• •••• 7K2M"
                amountCents={5_000}
                currency="USD"
                word={tc("card.status.active")}
                active
              />
            </div>
            <p className="max-w-96 text-center text-lg text-muted">{t("layout.tagline")}</p>
          </aside>
        </div>
      </Providers>
    </Messages>
  );
}
