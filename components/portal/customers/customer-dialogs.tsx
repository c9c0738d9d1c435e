import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, get, post, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import type { Card, Customer } from "@/components/kit/api/types";
import { lastFour } from "@/components/kit/cards/words";
import { amountAndCurrency, text, textArea } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { TextField } from "@/components/kit/ui/field";
import { Money } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { StateChip } from "@/components/portal/cards/card-parts";
import { cardOptions } from "@/components/portal/cards/use-card-details";
import { readCardId } from "@/components/portal/search/search-terms";
import { customerRefreshKeys } from "./customer";

type Props = { customer: Customer; onClose: () => void };

const ofCustomer = {
  texts: "customers",
  refresh: () => customerRefreshKeys,
  subject: ({ customer }: { customer: Customer }) => customer,
} as const;
const emailOf = ({ customer: { email } }: { customer: Customer }) => ({ email });

export const IssueCardDialog = formDialog(ofCustomer, "issue", {
  operation: ["POST", "/api/portal/cards"],
  values: emailOf,
  fields: ({ merchant }) => amountAndCurrency(merchant.currency),
  parse: (gift, payload) => withParsedAmount(gift, payload),
  amount: (typed) => ({ currency: typed.currency, amountCents: amountSoFar(typed) }),
  body: (gift, { customer }) => ({ ...gift, count: 1, ownerEmail: customer.email }),
  toast: ({ cards: [card] }, _, { t, customer }) => ({
    message: t("issue.toast", { last4: lastFour(card?.code ?? ""), email: customer.email }),
    href: `/cards/${card?.uuid}`,
    label: t("issue.openCard"),
  }),
});

const longestName = 120;

/** Changes the team's name for a customer and its note, which customers never see. */
export const EditCustomerDialog = formDialog(ofCustomer, "edit", {
  operation: ["PATCH", "/api/portal/customers/{id}"],
  values: emailOf,
  fields: ({ t, customer }) => ({
    name: text(t("edit.name"), {
      schema: z.string().check(z.trim(), z.maxLength(longestName)),
      initial: customer.name ?? "",
      optional: true,
      maxLength: longestName,
      autoComplete: "off",
    }),
    note: textArea(t("edit.note"), { longest: 2_000, initial: customer.note }),
  }),
  refresh: [["customers"], ["store-credit"]],
});

export function AssignExistingDialog({ customer, onClose }: Props) {
  const t = useTranslations("customers");
  const [card, setCard] = useState<Card | null>(null);
  return (
    <Dialog
      onClose={onClose}
      title={t("assign.title")}
      description={t("assign.description", { email: customer.email })}
    >
      {card ? (
        <Confirmation
          card={card}
          customer={customer}
          onBack={() => setCard(null)}
          onClose={onClose}
        />
      ) : (
        <Finder onFound={setCard} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Finder({ onFound, onClose }: { onFound: (card: Card) => void; onClose: () => void }) {
  const t = useTranslations("customers");
  const tc = useTranslations("common");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const find = useAction({
    send: (): Promise<Card> => {
      const uuid = readCardId(typed);
      if (uuid) return get(url("/api/v1/cards/{uuid}", { uuid }));
      // POST keeps the code out of the URL.
      return post("/api/v1/cards/lookup", { code: typed.trim().slice(0, 64) });
    },
    refresh: [],
    done: onFound,
    failed: (error) =>
      setProblem(
        error instanceof ApiError && error.status >= 500
          ? refusalInWords(tc, error)
          : t("assign.notFound"),
      ),
  });
  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "") setProblem(t("assign.codeOrIdMissing"));
        else find.mutate();
      }}
    >
      <TextField
        label={t("assign.codeOrId")}
        error={problem ?? undefined}
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>{tc("actions.cancel")}</Button>
        <Button type="submit" variant="primary" busy={find.isPending}>
          {t("assign.find")}
        </Button>
      </DialogActions>
    </form>
  );
}

type ConfirmationProps = Props & { card: Card; onBack: () => void };

function Confirmation({ card: found, customer: { email }, onBack, onClose }: ConfirmationProps) {
  const t = useTranslations("customers");
  const { data: card = found } = useQuery(cardOptions(found.uuid));
  const claim = useAction({
    send: (_, key) => post(url("/api/v1/cards/{uuid}/claim", card), { email }, key),
    refresh: [...customerRefreshKeys, ["card", card.uuid]],
    done: () => {
      toast(t("assign.toast", { last4: lastFour(card.code), email }), {
        href: `/cards/${card.uuid}`,
        label: t("issue.openCard"),
      });
      onClose();
    },
  });
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact name={t("assign.card")}>
          <span className="font-mono">•••• {lastFour(card.code)}</span>
        </Fact>
        <Fact name={t("assign.balance")}>
          <b className="font-semibold">
            <Money amountCents={card.balanceCents} currency={card.currency} />
          </b>
        </Fact>
        <Fact name={t("assign.status")}>
          <StateChip status={card.status} expiresOn={card.expiresOn} frozen={card.frozen} />
        </Fact>
        <Fact name={t("assign.customer")}>{card.ownerEmail ?? t("assign.unassigned")}</Fact>
      </Facts>
      <RequestFailure error={claim.error} />
      <DialogActions>
        <Button onClick={onBack}>{t("assign.another")}</Button>
        <Button variant="primary" busy={claim.isPending} onClick={() => claim.mutate()}>
          {t("assign.submit")}
        </Button>
      </DialogActions>
    </div>
  );
}
