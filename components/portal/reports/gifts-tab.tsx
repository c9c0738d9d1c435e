import { useQuery } from "@tanstack/react-query";
import { Gift as GiftIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { parseAsStringLiteral } from "nuqs/server";
import type { ReplyOf } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { List, useList } from "@/components/kit/list/list";
import type { Translate } from "@/components/kit/locale/translate";
import { Money } from "@/components/kit/ui/format";
import { Segments } from "@/components/kit/ui/segments";
import { both, EmptyState, NotLoaded } from "@/components/kit/ui/states";
import { textColumn } from "@/components/kit/ui/table";
import { CardCellLink } from "@/components/portal/cards/card-parts";
import { giftColumns, personInGift } from "@/components/portal/gifts/columns";
import { Downloads } from "./downloads";

type GiftTotals = ReplyOf<"/api/portal/gifts/totals">;

const states = ["pending", "all"] as const;

/** Gifts between customers. Pending gifts count as liability although they are on no card. */
export function GiftsTab() {
  const t = useTranslations("reports");
  const tCards = useTranslations("cards");
  const { query, steps, filters, change } = useList({
    key: ["gifts"],
    path: "/api/portal/gifts",
    parsers: { state: parseAsStringLiteral(states).withDefault("pending") },
    queryOf: ({ state }) => ({ status: state === "pending" ? state : null }),
  });
  const { state } = filters;
  const giftTotals = useQuery(readOptions(["gifts", "totals"], "/api/portal/gifts/totals"));
  const loaded = both(query, giftTotals);
  if (!loaded.data) {
    return <NotLoaded query={loaded} />;
  }
  const [, { totals }] = loaded.data;

  return (
    <section aria-label={t("gifts.label")} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <InEscrow totals={totals} />
        <div className="flex flex-wrap gap-2">
          <Segments
            label={t("gifts.status")}
            value={state}
            onValueChange={(next) => change({ state: next })}
            options={[
              { value: "pending", label: t("gifts.pending") },
              { value: "all", label: t("gifts.all") },
            ]}
          />
          <Downloads
            href={`/api/portal/gifts/export${state === "pending" ? "?status=pending" : ""}`}
          />
        </div>
      </div>
      <List
        query={query}
        caption={t("gifts.caption")}
        columns={columnsOf(t, tCards)}
        rows={(page) => page.gifts}
        rowId={({ id }) => id}
        steps={steps}
        empty={
          <EmptyState
            icon={<GiftIcon aria-hidden />}
            title={t(state === "pending" ? "gifts.empty.nonePending" : "gifts.empty.none")}
            text={t("gifts.empty.text")}
          />
        }
      />
    </section>
  );
}

function InEscrow({ totals }: { totals: GiftTotals["totals"] }) {
  const t = useTranslations("reports");
  if (totals.length === 0) return <p className="text-muted">{t("gifts.noneInEscrow")}</p>;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {totals.map(({ currency, gifts, amountCents }) => (
        <div key={currency} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{t("gifts.inEscrow", { count: gifts })}</dt>
          <dd className="text-xl font-semibold tabular-nums">
            <Money amountCents={BigInt(amountCents)} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const columnsOf = (t: Translate<"reports">, tCards: Translate<"cards">) =>
  giftColumns(
    tCards,
    [
      {
        header: t("gifts.from"),
        phone: "what",
        cell: ({ customerId, senderEmail, senderName, recipientEmail, recipientName }) => (
          <>
            <Link
              href={`/customers/${customerId}`}
              prefetch={false}
              className="block max-w-44 truncate font-medium underline-offset-4 hover:underline xl:max-w-64 stacked:max-w-none"
            >
              {personInGift(tCards, senderName, senderEmail)}
            </Link>
            <span className="block truncate text-sm text-muted unstacked:hidden">
              {t("gifts.toRecipient", {
                email: personInGift(tCards, recipientName, recipientEmail),
              })}
            </span>
          </>
        ),
      },
      textColumn(
        t("gifts.to"),
        ({ recipientName, recipientEmail }) => personInGift(tCards, recipientName, recipientEmail),
        { className: "max-w-44 text-muted xl:max-w-64" },
      ),
    ],
    {
      header: t("gifts.card"),
      phone: "hidden",
      from: "xl",
      cell: ({ cardUuid, cardLast4 }) => <CardCellLink uuid={cardUuid} last4={cardLast4} />,
    },
  );
