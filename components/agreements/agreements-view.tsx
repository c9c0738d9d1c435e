"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { readOptions } from "@/components/queries";
import { useIsOwner } from "@/components/session";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { useUrlDialog } from "@/components/use-url-dialog";
import { agreementColumns } from "./columns";
import type { Agreement, AgreementActionName } from "./words";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./agreement-dialogs");
const ProposeDialog = dynamic(async () => (await loadDialogs()).ProposeDialog);
const dialogs = {
  accept: dynamic(async () => (await loadDialogs()).AcceptDialog),
  limits: dynamic(async () => (await loadDialogs()).LimitsDialog),
  payment: dynamic(async () => (await loadDialogs()).PaymentDialog),
  end: dynamic(async () => (await loadDialogs()).EndDialog),
};

type Action = { what: AgreementActionName; agreement: Agreement };

/** The store's transfer agreements with other stores. Only owners can change them. */
export function AgreementsView() {
  const isOwner = useIsOwner();
  const [proposing, setProposing] = useUrlDialog("propose", isOwner);
  const [action, setAction] = useState<Action | null>(null);
  const RowDialog = action && dialogs[action.what];
  const query = useQuery(readOptions(["agreements"], "/api/portal/agreements"));
  const propose = isOwner && (
    <Button variant="primary" onClick={() => setProposing(true)}>
      <Plus aria-hidden /> Propose agreement
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Transfers"
        purpose="Agreements that let customers move balance between your cards and another store's."
        action={propose}
      />
      <Loaded query={query}>
        {({ agreements }) =>
          agreements.length === 0 ? (
            <EmptyState
              icon={<ArrowLeftRight aria-hidden />}
              title="No transfer agreements"
              text={
                isOwner
                  ? "Propose an agreement to another store by its short name. Customers can transfer balance once its owner accepts."
                  : "An owner can propose an agreement to another store. Customers can transfer balance once it is accepted."
              }
            />
          ) : (
            <Agreements agreements={agreements} onAction={isOwner ? setAction : null} />
          )
        }
      </Loaded>
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
      {RowDialog && <RowDialog agreement={action.agreement} onClose={() => setAction(null)} />}
    </>
  );
}

type AgreementsProps = { agreements: Agreement[]; onAction: ((action: Action) => void) | null };

const Agreements = ({ agreements, onAction }: AgreementsProps) => (
  <section aria-label="Agreements" className="grid min-w-0 gap-4">
    <Table
      caption="Transfer agreements, active ones first"
      columns={agreementColumns(onAction)}
      rows={agreements}
      rowId={({ id }) => id}
    />
    <p className="max-w-prose text-sm text-subtle">
      Both stores' limits apply to each direction separately. Days are in UTC. See the amounts owed
      by month in <TextLink href="/reports?tab=settlement">Reports, Settlement</TextLink>.
    </p>
  </section>
);
