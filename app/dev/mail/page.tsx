import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { isProduction } from "@/lib/env";
import { MailView } from "./mail-view";

export const metadata: Metadata = { title: "Mail" };

export default function DevMailPage() {
  if (isProduction()) notFound();
  return <MailView />;
}
