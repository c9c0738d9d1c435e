import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Providers } from "@/components/providers";
import { keepsMail } from "@/lib/outbox/list-mails";
import { MailView } from "./mail-view";

export const metadata: Metadata = { title: "Mail" };

export default function DevMailPage() {
  if (!keepsMail()) notFound();
  return (
    <Providers>
      <MailView />
    </Providers>
  );
}
