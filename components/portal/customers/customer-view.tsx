"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard, Gift, HandCoins, Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { Customer } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import { DetailPage } from "@/components/kit/page/detail-page";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Balances } from "./customer";
import { CustomerCards, CustomerGifts, CustomerHistory } from "./customer-lists";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./customer-dialogs");
const IssueCardDialog = dynamic(async () => (await loadDialogs()).IssueCardDialog);
const EditCustomerDialog = dynamic(async () => (await loadDialogs()).EditCustomerDialog);
const AssignExistingDialog = dynamic(async () => (await loadDialogs()).AssignExistingDialog);
const IssueCreditDialog = dynamic(
  async () => (await import("@/components/portal/store-credit/issue-dialog")).IssueDialog,
);

const parentOf = (t: Translate<"customers">) => ({
  href: "/customers",
  label: t("list.title"),
});

export function CustomerView({ id }: { id: string }) {
  const t = useTranslations("customers");
  const customer = useQuery(
    readOptions(["customers", "one", id], url("/api/portal/customers/{id}", { id })),
  );
  return (
    <DetailPage query={customer} title={t("detail.title")} parent={parentOf(t)}>
      {(known) => <KnownCustomer customer={known} />}
    </DetailPage>
  );
}

type CustomerAction = "card" | "credit" | "assign" | "edit";

function KnownCustomer({ customer }: { customer: Customer }) {
  const t = useTranslations("customers");
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<CustomerAction | null>(null);
  const close = () => setTask(null);
  return (
    <>
      <PageHeader
        parent={parentOf(t)}
        title={<span className="break-words">{customer.name ?? customer.email}</span>}
      />
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setTask("card")}>
            <Gift aria-hidden /> {t("detail.issueCard")}
          </Button>
          <Button onClick={() => setTask("credit")}>
            <HandCoins aria-hidden /> {t("detail.issueCredit")}
          </Button>
          <Button onClick={() => setTask("assign")}>
            <CreditCard aria-hidden /> {t("detail.assign")}
          </Button>
          <Button onClick={() => setTask("edit")}>
            <Pencil aria-hidden /> {t("detail.edit")}
          </Button>
        </div>
      )}
      <CustomerFacts customer={customer} />
      <CustomerCards customer={customer} />
      <CustomerGifts customer={customer} />
      <CustomerHistory id={customer.id} />
      {task === "card" && <IssueCardDialog customer={customer} onClose={close} />}
      {task === "credit" && <IssueCreditDialog email={customer.email} onClose={close} />}
      {task === "edit" && <EditCustomerDialog customer={customer} onClose={close} />}
      {task === "assign" && <AssignExistingDialog customer={customer} onClose={close} />}
    </>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const t = useTranslations("customers");
  const { merchant } = useSession();
  return (
    <section aria-label={t("detail.label")} className="max-w-2xl">
      <Facts>
        <Fact name={t("detail.giftCards")}>
          <b className="font-semibold">
            <Balances of={customer.balances} none={t("detail.none")} />
          </b>
        </Fact>
        <Fact name={t("detail.storeCredit")}>
          <b className="font-semibold">
            <Balances of={customer.storeCredit} none={t("detail.none")} />
          </b>
        </Fact>
        {customer.name && <Fact name={t("detail.name")}>{customer.name}</Fact>}
        <Fact name={t("detail.email")}>
          {customer.email}
          <CopyButton text={customer.email} label={t("detail.copyEmail")} />
        </Fact>
        <Fact name={t("detail.since")}>
          <Time at={customer.since} />
        </Fact>
        <Fact name={t("detail.lastActivity")}>
          {customer.lastActivityAt ? <Time at={customer.lastActivityAt} /> : t("detail.none")}
        </Fact>
        {customer.note && (
          <Fact name={t("detail.note")}>
            <span className="break-words whitespace-pre-line">{customer.note}</span>
          </Fact>
        )}
      </Facts>
      <p className="mt-2 text-sm text-subtle">
        {t(customer.hasMoreCards ? "detail.balancesNoteLimited" : "detail.balancesNote", {
          timeZone: merchant.timeZone,
        })}
      </p>
    </section>
  );
}
