import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/kit/api/api";
import { readPagesOptions } from "@/components/kit/api/read-options";
import type { Customer, Gift, ListedCard } from "@/components/kit/api/types";
import { GrowingList } from "@/components/kit/list/list";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { type Column, RowLink, timeColumn } from "@/components/kit/ui/table";
import {
  CardCellLink,
  CardEnding,
  CardTypeWord,
  ListedBalance,
  StateChip,
} from "@/components/portal/cards/card-parts";
import { giftColumns, personInGift } from "@/components/portal/gifts/columns";
import { movementColumns } from "@/components/portal/transactions/columns";
import { MovementPanel } from "@/components/portal/transactions/lazy-movement-panel";

export function CustomerCards({ customer: { email, storeCredit } }: { customer: Customer }) {
  const t = useTranslations("customers");
  const cards = useInfiniteQuery(
    readPagesOptions(["cards", "of", email], "/api/portal/cards", { ownerEmail: email, limit: 10 }),
  );
  const creditCards = storeCredit.map(({ cardUuid }) => cardUuid);
  return (
    <GrowingList
      title={t("cards.title")}
      query={cards}
      caption={t("cards.caption")}
      columns={cardColumns(t, creditCards)}
      rows={(page) => page.cards}
      rowId={({ uuid }) => uuid}
      more={t("cards.more")}
    />
  );
}

export function CustomerGifts({ customer: { id } }: { customer: Customer }) {
  const t = useTranslations("customers");
  const tCards = useTranslations("cards");
  const gifts = useInfiniteQuery(
    readPagesOptions(["customers", "gifts", id], "/api/portal/gifts", {
      customerId: id,
      limit: 10,
    }),
  );
  return (
    <GrowingList
      title={t("gifts.title")}
      query={gifts}
      caption={t("gifts.caption")}
      columns={columnsFor(t, tCards, id)}
      rows={(page) => page.gifts}
      rowId={(gift) => gift.id}
      empty={<p className="text-muted">{t("gifts.empty")}</p>}
      more={t("gifts.more")}
    />
  );
}

export function CustomerHistory({ id }: { id: string }) {
  const t = useTranslations("customers");
  const tMovement = useTranslations("transactions");
  const [opened, setOpened] = useState<string | null>(null);
  const history = useInfiniteQuery(
    readPagesOptions(
      ["customers", "history", id],
      url("/api/portal/customers/{id}/history", { id }),
      {
        limit: 20,
      },
    ),
  );
  return (
    <>
      <GrowingList
        title={t("history.title")}
        query={history}
        caption={t("history.caption")}
        columns={movementColumns(
          tMovement,
          setOpened,
          (movement) => `/transactions?transaction=${movement}`,
        )}
        rows={(page) => page.movements}
        rowId={(movement) => movement.id}
        empty={
          <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
            {t("history.empty")}
          </p>
        }
        more={t("history.more")}
      />
      {opened && (
        <MovementPanel
          id={opened}
          among={history.data?.pages.flatMap((page) => page.movements) ?? []}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** The table's columns. `credit` lists the ids of cards that hold store credit. */
const cardColumns = (t: Translate<"customers">, credit: string[]): Column<ListedCard>[] => [
  {
    header: t("cards.column.card"),
    phone: "what",
    cell: ({ uuid, last4 }) => (
      <RowLink href={`/cards/${uuid}`}>
        <CardEnding last4={last4} />
        {credit.includes(uuid) && (
          <span className="font-sans text-sm font-normal text-muted md:hidden">
            {" "}
            {t("cards.storeCredit")}
          </span>
        )}
      </RowLink>
    ),
  },
  {
    header: t("cards.column.status"),
    phone: "state",
    cell: ({ status, expiresOn, frozen }) => (
      <StateChip status={status} expiresOn={expiresOn} frozen={frozen} />
    ),
  },
  {
    header: t("cards.column.type"),
    phone: "hidden",
    cell: ({ uuid, cardType }) => (
      <span className="text-muted">
        {credit.includes(uuid) ? t("cards.storeCredit") : <CardTypeWord type={cardType} />}
      </span>
    ),
  },
  {
    header: t("cards.column.expires"),
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : "–"),
  },
  timeColumn(t("cards.column.created"), ({ createdAt }) => createdAt),
  {
    header: t("cards.column.balance"),
    phone: "amount",
    align: "right",
    cell: (card) => <ListedBalance {...card} />,
  },
];

/** Columns from the customer's side: "To" for gifts they sent, "From" for gifts they received. */
const columnsFor = (t: Translate<"customers">, tCards: Translate<"cards">, id: string) =>
  giftColumns(
    tCards,
    [
      {
        header: t("gifts.gift"),
        phone: "what",
        cell: ({ customerId, recipientEmail, recipientName, senderEmail, senderName }) =>
          customerId === id ? (
            <Party
              preposition={t("gifts.to")}
              email={personInGift(tCards, recipientName, recipientEmail)}
              href={null}
            />
          ) : (
            <Party
              preposition={t("gifts.from")}
              email={personInGift(tCards, senderName, senderEmail)}
              href={`/customers/${customerId}`}
            />
          ),
      },
    ],
    {
      header: t("gifts.card"),
      phone: "hidden",
      from: "lg",
      cell: (gift) => <OwnCard gift={gift} isSender={gift.customerId === id} />,
    },
  );

type PartyProps = { preposition: string; email: string; href: string | null };

const Party = ({ preposition, email, href }: PartyProps) => (
  <span className="flex max-w-56 gap-1 xl:max-w-96 stacked:max-w-none">
    <span className="shrink-0 text-muted">{preposition}</span>
    {href ? (
      <Link
        href={href}
        prefetch={false}
        className="truncate font-medium underline-offset-4 hover:underline"
      >
        {email}
      </Link>
    ) : (
      <span className="truncate font-medium">{email}</span>
    )}
  </span>
);

/** The customer's card that sent or received the gift, if there is one yet. */
function OwnCard({ gift, isSender }: { gift: Gift; isSender: boolean }) {
  const { cardUuid, cardLast4, settledCardUuid, settledCardLast4, status } = gift;
  const [uuid, last4] = isSender
    ? [cardUuid, cardLast4]
    : [status === "accepted" ? settledCardUuid : null, settledCardLast4];
  if (!uuid) return <span className="text-subtle">–</span>;
  return <CardCellLink uuid={uuid} last4={last4 ?? ""} />;
}
