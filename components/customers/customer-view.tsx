"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard, Gift, HandCoins } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { url } from "@/components/api";
import { DetailPage } from "@/components/detail-page";
import { readOptions } from "@/components/queries";
import { useMayWrite, useSession } from "@/components/session";
import type { Customer } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Balances } from "./customer";
import { CustomerCards, CustomerGifts, CustomerHistory } from "./customer-lists";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./customer-dialogs");
const GiveCardDialog = dynamic(async () => (await loadDialogs()).GiveCardDialog);
const AssignExistingDialog = dynamic(async () => (await loadDialogs()).AssignExistingDialog);
const IssueDialog = dynamic(
  async () => (await import("@/components/store-credit/issue-dialog")).IssueDialog,
);

const parent = { href: "/customers", label: "Customers" };

export function CustomerView({ id }: { id: string }) {
  const customer = useQuery(
    readOptions(["customers", "one", id], url("/api/portal/customers/{id}", { id })),
  );
  return (
    <DetailPage query={customer} title="Customer" parent={parent}>
      {(known) => <KnownCustomer customer={known} />}
    </DetailPage>
  );
}

type CustomerAction = "give" | "credit" | "assign";

function KnownCustomer({ customer }: { customer: Customer }) {
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<CustomerAction | null>(null);
  const close = () => setTask(null);
  return (
    <>
      <PageHeader parent={parent} title={<span className="break-all">{customer.email}</span>} />
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setTask("give")}>
            <Gift aria-hidden /> Give a card
          </Button>
          <Button onClick={() => setTask("credit")}>
            <HandCoins aria-hidden /> Issue store credit
          </Button>
          <Button onClick={() => setTask("assign")}>
            <CreditCard aria-hidden /> Assign a card
          </Button>
        </div>
      )}
      <CustomerFacts customer={customer} />
      <CustomerCards customer={customer} />
      <CustomerGifts customer={customer} />
      <CustomerHistory id={customer.id} />
      {task === "give" && <GiveCardDialog customer={customer} onClose={close} />}
      {task === "credit" && <IssueDialog email={customer.email} onClose={close} />}
      {task === "assign" && <AssignExistingDialog customer={customer} onClose={close} />}
    </>
  );
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { merchant } = useSession();
  return (
    <section aria-label="What they hold" className="max-w-2xl">
      <Facts>
        <Fact name="On gift cards">
          <b className="font-semibold">
            <Balances of={customer.balances} none="Nothing" />
          </b>
        </Fact>
        <Fact name="Store credit">
          <b className="font-semibold">
            <Balances of={customer.storeCredit} none="None" />
          </b>
        </Fact>
        <Fact name="E-mail address">
          {customer.email}
          <CopyButton text={customer.email} label="Copy e-mail address" />
        </Fact>
        <Fact name="Customer since">
          <Time at={customer.since} />
        </Fact>
        <Fact name="Last activity">
          {customer.lastActivityAt ? <Time at={customer.lastActivityAt} /> : "None"}
        </Fact>
      </Facts>
      <p className="mt-2 text-sm text-subtle">
        What can be spent today, {merchant.timeZone}: disabled and expired cards are left out.
        {customer.hasMoreCards && " Of their cards the newest 1,000 are added up."}
      </p>
    </section>
  );
}
