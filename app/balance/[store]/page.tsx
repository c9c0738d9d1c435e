import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { Messages } from "@/app/messages";
import { Providers } from "@/components/providers";
import { StoreContact } from "@/components/store-contact";
import { BalanceForm } from "@/components/wallet/code-forms";
import { WalletFrame } from "@/components/wallet/frame";
import { findBrand } from "@/lib/merchants/branding";

const brandOf = cache(findBrand);

export async function generateMetadata({
  params,
}: PageProps<"/balance/[store]">): Promise<Metadata> {
  const brand = await brandOf((await params).store);
  const t = await getTranslations("titles");
  return { title: { absolute: brand ? `${t("checkBalance")} · ${brand.name}` : t("notFound") } };
}

export default async function BalancePage({ params }: PageProps<"/balance/[store]">) {
  const { store } = await params;
  const brand = await brandOf(store);
  if (!brand) notFound();
  return (
    <Messages areas={["wallet"]}>
      <Providers signInPath="/wallet/sign-in">
        <WalletFrame store={brand}>
          <BalanceForm store={store} />
          <StoreContact store={brand} />
        </WalletFrame>
      </Providers>
    </Messages>
  );
}
