import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PortalFrame } from "@/app/portal-frame";
import { currentProfile, lacksSecondFactor } from "@/app/session";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("common"))("notFound.title"),
});

/** Signed-in users keep the portal's navigation on the 404 page. */
export default async function MissingLayout({ children }: { children: ReactNode }) {
  const session = await currentProfile();
  if (session && !(await lacksSecondFactor()))
    return <PortalFrame session={session}>{children}</PortalFrame>;
  return <main className="mx-auto max-w-lg px-4 py-24">{children}</main>;
}
