import type { UseQueryResult } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState, Loaded } from "@/components/kit/ui/states";
import { TabLinks } from "@/components/kit/ui/tab-links";
import { type Column, Table } from "@/components/kit/ui/table";
import { openView } from "./view";

type Words = { title: string; text: string };

type Props<Data, Row> = {
  query: UseQueryResult<Data>;
  rows: (data: Data) => readonly Row[];
  columns: Column<Row>[];
  isEnded: (row: Row) => boolean;
  title: string;
  purpose: string;
  icon: ReactNode;
  /** Shown in the page header, or in the empty state if nothing exists yet. */
  action: ReactNode;
  /** Instead of the table: if nothing exists yet, or if all have ended. */
  empty: Words;
  noneInUse: Words;
  /** The name of the ended rows. */
  ended: string;
};

/** A page with a table of what is in use, and in another tab, of what has ended. */
export function InUsePage<Data, Row extends { id: string }>(props: Props<Data, Row>) {
  const { query, rows, title, purpose, icon, action, empty } = props;
  const isEmpty = query.data === undefined || rows(query.data).length === 0;
  return (
    <>
      <PageHeader title={title} action={!isEmpty && action} {...(isEmpty && { purpose })} />
      <section aria-label={title} className="min-w-0">
        <Loaded query={query}>
          {(data) =>
            rows(data).length === 0 ? (
              <EmptyState icon={icon} {...empty}>
                {action}
              </EmptyState>
            ) : (
              <Tables {...props} all={rows(data)} />
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function Tables<Data, Row extends { id: string }>(
  props: Props<Data, Row> & { all: readonly Row[] },
) {
  const { all, columns, isEnded, title, icon, noneInUse, ended } = props;
  const t = useTranslations("common");
  const pathname = usePathname();
  const [view] = useQueryState("view", parseAsStringLiteral(["ended"]));
  const [inUse, past] = [all.filter((row) => !isEnded(row)), all.filter(isEnded)];
  const showsPast = view === "ended" && past.length > 0;
  const rows = showsPast ? past : inUse;
  return (
    <>
      {past.length > 0 && (
        <TabLinks
          label={t("views.title")}
          onOpen={openView}
          tabs={[
            { href: pathname, label: t("views.active"), count: inUse.length, active: !showsPast },
            {
              href: `${pathname}?view=ended`,
              label: ended,
              count: past.length,
              active: showsPast,
            },
          ]}
        />
      )}
      {rows.length === 0 ? (
        <div className="pt-4">
          <EmptyState icon={icon} {...noneInUse} />
        </div>
      ) : (
        <Table
          caption={showsPast ? ended : title}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
        />
      )}
    </>
  );
}
