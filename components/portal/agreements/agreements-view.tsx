"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsOwner } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { Table } from "@/components/kit/ui/table";
import { TextLink } from "@/components/kit/ui/text-link";
import { agreementColumns } from "./columns";
import type { Agreement, AgreementActionName } from "./words";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./agreement-dialogs");
const ProposeDialog = dynamic(async () => (await loadDialogs()).ProposeDialog);
const AgreementDialog = dynamic(async () => (await loadDialogs()).AgreementDialog);

type Action = { action: AgreementActionName; agreement: Agreement };

/** The store's transfer agreements with other stores. Only owners can change them. */
export function AgreementsView() {
  const t = useTranslations("agreements");
  const isOwner = useIsOwner();
  const [proposing, setProposing] = useUrlDialog("propose", isOwner);
  const [open, setOpen] = useState<Action | null>(null);
  const query = useQuery(readOptions(["agreements"], "/api/portal/agreements"));
  const propose = isOwner && (
    <Button variant="primary" onClick={() => setProposing(true)}>
      <Plus aria-hidden /> {t("action.propose")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("title")} purpose={t("purpose")} action={propose} />
      <Loaded query={query}>
        {({ agreements }) =>
          agreements.length === 0 ? (
            <EmptyState
              icon={<ArrowLeftRight aria-hidden />}
              title={t("empty.title")}
              text={t(isOwner ? "empty.owner" : "empty.others")}
            />
          ) : (
            <Agreements agreements={agreements} onAction={isOwner ? setOpen : null} />
          )
        }
      </Loaded>
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
      {open && <AgreementDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

type AgreementsProps = { agreements: Agreement[]; onAction: ((action: Action) => void) | null };

function Agreements({ agreements, onAction }: AgreementsProps) {
  const t = useTranslations("agreements");
  const link = (text: ReactNode) => <TextLink href="/reports?tab=settlement">{text}</TextLink>;
  return (
    <section aria-label={t("list.label")} className="grid min-w-0 gap-4">
      <Table
        caption={t("list.caption")}
        columns={agreementColumns(t, onAction)}
        rows={agreements}
        rowId={({ id }) => id}
      />
      <p className="max-w-prose text-sm text-subtle">{t.rich("list.note", { link })}</p>
    </section>
  );
}
