import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { currentProfile, lacksSecondFactor } from "@/app/session";
import { DocsFrame } from "@/components/docs/frame";
import { navGroups } from "@/components/docs/pages";
import type { DocsReader } from "@/components/docs/test-key";
import { ReaderProvider } from "@/components/docs/test-key-bar";
import { ROLE_SCOPES } from "@/lib/base/roles";
import { reference } from "./reference";

export async function generateMetadata(): Promise<Metadata> {
  const name = (await getTranslations("titles"))("apiReference");
  return { title: { default: name, template: `%s · ${name} · Scrip` } };
}

async function currentReader(): Promise<DocsReader> {
  const profile = await currentProfile();
  if (!profile) return "signed-out";
  const { merchant, role } = profile;
  if (!ROLE_SCOPES[role].includes("store:manage") || (await lacksSecondFactor())) return "viewer";
  return { id: merchant.id, liveId: merchant.liveMerchantId ?? merchant.id };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("docs");
  return (
    <Messages areas={["docs"]}>
      <ReaderProvider reader={await currentReader()}>
        <DocsFrame groups={navGroups(t, reference().operations)}>{children}</DocsFrame>
      </ReaderProvider>
    </Messages>
  );
}
