import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { Messages } from "@/app/messages";
import { StoreContact } from "@/components/kit/store/store-contact";
import { BalanceForm } from "@/components/wallet/code-forms";
import { CustomerPage } from "@/components/wallet/frame";
import { findBrand } from "@/lib/domain/stores/branding";
import { hasPins } from "@/lib/domain/wallet/wallet/check-balance";

const brandOf = cache(findBrand);

export async function generateMetadata({
  params,
}: PageProps<"/balance/[store]">): Promise<Metadata> {
  const brand = await brandOf((await params).store);
  const t = await getTranslations("wallet");
  const title = brand ? `${t("balance.title")} · ${brand.name}` : t("balance.missing.title");
  return { title: { absolute: title } };
}

export default async function BalancePage({ params }: PageProps<"/balance/[store]">) {
  const { store } = await params;
  const [brand, pins] = await Promise.all([brandOf(store), hasPins(store)]);
  if (!brand) notFound();
  return (
    <Messages areas={["wallet", "scan"]}>
      <CustomerPage store={brand}>
        <BalanceForm store={store} pins={pins} />
        <StoreContact store={brand} />
      </CustomerPage>
    </Messages>
  );
}
