"use client";

import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { type ReplyOf, remove, url } from "@/components/api";
import { ListPage } from "@/components/list";
import { formatNumber } from "@/components/numbers";
import { readOptions, useAction } from "@/components/queries";
import { toast, useToastError } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";

type Suppressions = ReplyOf<"/api/portal/suppressions">;
type Suppression = Suppressions["suppressions"][number];

const reasonWords = {
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Reported as spam",
} as const;

/** Addresses that get no email from this store, and why. */
export function SuppressionsView() {
  const query = useQuery(readOptions(["suppressions"], "/api/portal/suppressions"));
  const allow = useAction({
    send: ({ id }: Suppression) => remove(url("/api/portal/suppressions/{id}", { id })),
    refresh: [["suppressions"]],
    done: (_, { email }) => toast(`${email} gets email again`),
    failed: useToastError(),
  });
  return (
    <ListPage
      title="Email"
      purpose="Addresses that get no email from this store."
      firstUse={{
        icon: <MailCheck aria-hidden />,
        title: "Every customer gets your email",
        text: "Addresses that unsubscribe, bounce or report spam are listed here.",
      }}
      list={{
        query,
        caption: "Addresses without email",
        columns: columns(allow.isPending, (one) => allow.mutate(one)),
        rows: ({ suppressions }: Suppressions) => suppressions,
        rowId: ({ id }: Suppression) => id,
        note: <Note data={query.data} />,
      }}
    />
  );
}

const Note = ({ data }: { data: Suppressions | undefined }) => (
  <p className="py-3 text-sm text-muted">
    {data && data.total > data.suppressions.length
      ? `The newest ${formatNumber(data.suppressions.length)} of ${formatNumber(data.total)}. `
      : ""}
    Customers who unsubscribed or reported spam can't be added back. Sign-in links reach everyone
    who asks for one.
  </p>
);

const columns = (busy: boolean, onAllow: (one: Suppression) => void): Column<Suppression>[] => [
  {
    header: "Email",
    phone: "what",
    cell: ({ email }) => (
      <span className="block max-w-48 truncate font-medium lg:max-w-72" title={email}>
        {email}
      </span>
    ),
  },
  {
    header: "Reason",
    phone: "state",
    cell: ({ reason }) => (
      <Chip tone={reason === "complained" ? "danger" : "neutral"} word={reasonWords[reason]} />
    ),
  },
  {
    header: "Since",
    phone: "when",
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    header: "Actions",
    headerHidden: true,
    phone: "amount",
    align: "right",
    cell: (one) =>
      one.reason === "bounced" && (
        <Button size="sm" disabled={busy} onClick={() => onAllow(one)}>
          Send again
        </Button>
      ),
  },
];
