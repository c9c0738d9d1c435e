import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIsOwner } from "@/components/kit/api/session";
import { Button } from "@/components/kit/ui/button";
import { Section } from "@/components/kit/ui/section";
import type { Webhook } from "./types";
import { disablingInWords, retriesInWords } from "./words";

// Forms are heavy, so they load when opened.
const EditRetriesDialog = dynamic(async () => (await import("./retries-dialog")).EditRetriesDialog);

/** When failed deliveries are retried, and what disables the webhook. Owners can change both. */
export function Retries({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const isOwner = useIsOwner();
  const [editing, setEditing] = useState(false);
  return (
    <Section title={t("retries.title")}>
      <div className="grid gap-3 rounded-md border bg-surface p-4">
        <div className="grid gap-1">
          <p>{retriesInWords(t, webhook)}</p>
          <p className="text-sm text-muted">{disablingInWords(t, webhook)}</p>
        </div>
        {isOwner && (
          <Button className="justify-self-start" onClick={() => setEditing(true)}>
            <Pencil aria-hidden /> {t("retries.edit")}
          </Button>
        )}
      </div>
      {editing && <EditRetriesDialog webhook={webhook} onClose={() => setEditing(false)} />}
    </Section>
  );
}
