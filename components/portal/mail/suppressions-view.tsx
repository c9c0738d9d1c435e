"use client";

import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReplyOf, remove, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { readOptions } from "@/components/kit/api/read-options";
import { ListPage } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { toast, useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { buttonsColumn, type Column } from "@/components/kit/ui/table";

type Suppressions = ReplyOf<"/api/portal/suppressions">;
type Suppression = Suppressions["suppressions"][number];

/** Addresses that get no email from this store, and why. */
export function SuppressionsView() {
  const t = useTranslations("mail");
  const query = useQuery(readOptions(["suppressions"], "/api/portal/suppressions"));
  const allow = useAction({
    send: ({ id }: Suppression) => remove(url("/api/portal/suppressions/{id}", { id })),
    refresh: [["suppressions"]],
    done: (_, { email }) => toast(t("suppressions.allowed", { email })),
    failed: useToastError(),
  });
  return (
    <ListPage
      title={t("suppressions.title")}
      purpose={t("suppressions.purpose")}
      firstUse={{
        icon: <MailCheck aria-hidden />,
        title: t("suppressions.empty.title"),
        text: t("suppressions.empty.text"),
      }}
      list={{
        query,
        caption: t("suppressions.caption"),
        columns: columns(t, allow.isPending, (one) => allow.mutate(one)),
        rows: ({ suppressions }: Suppressions) => suppressions,
        rowId: ({ id }: Suppression) => id,
        note: <Note data={query.data} />,
      }}
    />
  );
}

function Note({ data }: { data: Suppressions | undefined }) {
  const t = useTranslations("mail");
  return (
    <p className="py-3 text-sm text-muted">
      {data &&
        data.total > data.suppressions.length &&
        `${t("suppressions.newest", { shown: data.suppressions.length, total: data.total })} `}
      {t("suppressions.note")}
    </p>
  );
}

const columns = (
  t: Translate<"mail">,
  busy: boolean,
  onAllow: (one: Suppression) => void,
): Column<Suppression>[] => [
  {
    header: t("suppressions.email"),
    phone: "what",
    cell: ({ email }) => (
      <span className="block max-w-48 truncate font-medium xl:max-w-72 stacked:max-w-none">
        {email}
      </span>
    ),
  },
  {
    header: t("suppressions.reason"),
    phone: "state",
    cell: ({ reason }) => (
      <Chip
        tone={reason === "complained" ? "danger" : "neutral"}
        word={t(`suppressions.reasons.${reason}`)}
      />
    ),
  },
  {
    header: t("suppressions.since"),
    phone: "who",
    muted: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  buttonsColumn(
    t("suppressions.actions"),
    (one) =>
      one.reason === "bounced" && (
        <Button size="sm" disabled={busy} onClick={() => onAllow(one)}>
          {t("suppressions.allow")}
        </Button>
      ),
    "amount",
  ),
];
