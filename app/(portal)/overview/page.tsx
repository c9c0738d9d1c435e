import type { Metadata } from "next";
import { cookies } from "next/headers";
import { OverviewView } from "@/components/overview/overview-view";
import { setupCookie } from "@/components/shell/preferences";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const dismissedFor = (await cookies()).get(setupCookie)?.value ?? null;
  return <OverviewView dismissedFor={dismissedFor} />;
}
