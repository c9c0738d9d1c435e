import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { DocsFrame } from "@/components/docs/frame";
import { detailEntries, navGroups } from "@/components/docs/pages";
import { reference } from "./reference";

export async function generateMetadata(): Promise<Metadata> {
  const name = (await getTranslations("titles"))("apiReference");
  return { title: { default: `${name} · Scrip`, template: `%s · ${name} · Scrip` } };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("docs");
  return (
    <Messages areas={["docs"]}>
      <DocsFrame groups={navGroups(t, reference().operations)} details={detailEntries(t)}>
        {children}
      </DocsFrame>
    </Messages>
  );
}
