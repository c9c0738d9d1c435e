"use client";

import { FileBraces, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { pathWithQuery } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { type ListOf, ListPage, useList } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { ExportLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { Dialog } from "@/components/kit/ui/dialog";
import { Fact, Facts, IdFact } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { EnterSearch } from "@/components/kit/ui/search-field";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, textColumn } from "@/components/kit/ui/table";
import { TextLink } from "@/components/kit/ui/text-link";
import { actionLabel } from "@/lib/domain/audit/actions";
import { useAuditFilters } from "./audit-filters";
import { auditList, type Filters, noFilters } from "./filters";
import {
  type AuditEntry,
  actorWords,
  changeIn,
  detailName,
  detailsOf,
  detailValue,
  entrySummary,
  sentenceKey,
  subjectHref,
  subjectWords,
} from "./words";

type Entries = ListOf<typeof auditList>;

export function AuditView() {
  const t = useTranslations("audit");
  const tPlatform = useTranslations("platform");
  const { merchant } = useSession();
  const list = useList(auditList);
  const { query, steps, change, isNarrowed } = list;
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const bar = useBar(list);

  return (
    <ListPage
      title={t("list.title")}
      purpose={t("list.purpose")}
      isNarrowed={isNarrowed}
      {...(!query.isError && { bar })}
      firstUse={{
        icon: <SearchX aria-hidden />,
        title: t("list.noMatch.title"),
        text: t("list.purpose"),
      }}
      list={{
        query,
        steps,
        caption: t("list.caption", { timeZone: merchant.timeZone }),
        columns: auditColumns(t, tPlatform, setOpen),
        rows: (page) => page.entries,
        rowId: ({ id }) => id,
        note: (
          <p className="text-sm text-subtle">
            {t("list.timeZone", { timeZone: merchant.timeZone })}
          </p>
        ),
        empty: (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("list.noMatch.title")}
            text={t("list.noMatch.text")}
          >
            <Button onClick={() => change(noFilters)}>{t("list.clearFilters")}</Button>
          </EmptyState>
        ),
      }}
    >
      {open && (
        <EntryDialog
          entry={open}
          onClose={() => setOpen(null)}
          onFilter={(chosen) => {
            setOpen(null);
            change({ ...noFilters, ...chosen });
          }}
        />
      )}
    </ListPage>
  );
}

function useBar({ filters, change, narrowed, url }: Entries) {
  const t = useTranslations("audit");
  return {
    url,
    views: [{ label: t("views.all"), query: "" }],
    saved: "audit" as const,
    search: {
      box: (
        <EnterSearch
          label={t("filters.subject")}
          placeholder={t("filters.subjectPlaceholder")}
          maxLength={100}
          value={filters.subject}
          onSearch={(subject) => change({ subject })}
        />
      ),
      isActive: filters.subject !== null,
    },
    filters: useAuditFilters(filters, change),
    onChange: change,
    exports: (
      <>
        <ExportLink
          icon={<FileBraces aria-hidden />}
          href={pathWithQuery("/api/portal/audit/export.jsonl", narrowed)}
          label={t("list.exportJson")}
        />
        <ExportLink
          href={pathWithQuery("/api/portal/audit/export", narrowed)}
          label={t("list.exportCsv")}
        />
      </>
    ),
  };
}

const auditColumns = (
  t: Translate<"audit">,
  tPlatform: Translate<"platform">,
  onOpen: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    header: t("column.action"),
    phone: "what",
    cell: (entry) => (
      <>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(entry)}
          className="block max-w-52 truncate text-left font-medium underline-offset-4 after:absolute after:inset-0 hover:underline xl:max-w-72 stacked:max-w-full"
        >
          {actionLabel(entry.action)}
        </button>
        <span className="block max-w-80 truncate text-sm font-normal text-muted lg:hidden print:hidden stacked:max-w-full">
          {entrySummary(t, tPlatform, entry)}
        </span>
      </>
    ),
  },
  textColumn(t("column.details"), (entry) => entrySummary(t, tPlatform, entry), {
    className: "takes-rest text-muted",
    from: "lg",
  }),
  {
    header: t("column.actor"),
    phone: "who",
    cell: ({ actor }) => <span className="block max-w-44 truncate">{actorWords(t, actor)}</span>,
  },
  {
    header: t("column.when"),
    phone: "state",
    cell: ({ createdAt }) => (
      <span className="text-muted stacked:text-sm">
        <Time at={createdAt} />
      </span>
    ),
  },
];

type Props = {
  entry: AuditEntry;
  onClose: () => void;
  onFilter: (change: Partial<Filters>) => void;
};

const EntryDialog = ({ entry, onClose, onFilter }: Props) => {
  const t = useTranslations("audit");
  const { actor, subjectId, requestId, createdAt } = entry;
  const href = subjectHref(entry);
  const sentence = sentenceKey(entry);
  const what = () =>
    href && entry.subject ? (
      <TextLink href={href}>{subjectWords(t, entry)}</TextLink>
    ) : (
      subjectWords(t, entry)
    );
  return (
    <Dialog
      onClose={onClose}
      title={actionLabel(entry.action)}
      description={
        sentence &&
        t.rich(sentence, {
          who: () => <b>{actorWords(t, actor)}</b>,
          what,
          by: actor.id.split(":")[0] ?? "",
        })
      }
    >
      <Facts>
        <Fact name={t("column.when")}>
          <Time at={createdAt} exact />
        </Fact>
        <Fact name={t("column.actor")}>
          {actorWords(t, actor)}
          <FilterButton
            label={t("entry.onlyActor")}
            onClick={() => onFilter({ actor: actor.id })}
          />
        </Fact>
        {subjectId && entry.subject && (
          <Fact name={t("entry.subject")}>
            <FilterButton
              label={t("entry.onlySubject")}
              onClick={() => onFilter({ subject: subjectId })}
            />
          </Fact>
        )}
        {detailsOf(entry).map(([key, value]) => (
          <Fact key={key} name={detailName(t, key)}>
            <Detail name={key} value={value} entry={entry} />
          </Fact>
        ))}
        {requestId && <IdFact name={t("entry.requestId")} id={requestId} />}
      </Facts>
    </Dialog>
  );
};

type DetailProps = { name: string; value: unknown; entry: AuditEntry };

function Detail({ name, value, entry }: DetailProps): ReactNode {
  const t = useTranslations("audit");
  const tPlatform = useTranslations("platform");
  const change = changeIn(value);
  if (!change) return detailValue(t, tPlatform, value, name, entry);
  return (
    <span>
      <del className="text-muted">{detailValue(t, tPlatform, change.from, name, entry)}</del>
      <span aria-hidden> → </span>
      <ins className="font-medium no-underline">
        {detailValue(t, tPlatform, change.to, name, entry)}
      </ins>
    </span>
  );
}

const FilterButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="ghost" size="sm" className="shrink-0" onClick={onClick}>
    {label}
  </Button>
);
