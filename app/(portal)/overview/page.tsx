import type { Metadata } from "next";
import { cookies } from "next/headers";
import { setupCookie } from "@/components/overview/dismissed";
import { OverviewView } from "@/components/overview/overview-view";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const dismissedFor = (await cookies()).get(setupCookie)?.value ?? null;
  return <OverviewView dismissedFor={dismissedFor} />;
}
