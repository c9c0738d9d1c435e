import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, get, post, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { useSession } from "@/components/kit/api/session";
import type { Card, Customer } from "@/components/kit/api/types";
import { lastFour } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { text, textArea } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { formatMoney } from "@/components/kit/money/money";
import { AmountFields, amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { TextField } from "@/components/kit/ui/field";
import { Money } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { StateChip } from "@/components/portal/cards/card-parts";
import { readTerm } from "@/components/portal/cards/search-terms";
import { cardOptions } from "@/components/portal/cards/use-card-details";
import { customerRefreshKeys } from "./customer";

type Props = { customer: Customer; onClose: () => void };

export function IssueCardDialog({ customer, onClose }: Props) {
  const t = useTranslations("customers");
  const { merchant } = useSession();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("issue.title")}
      description={t("issue.description", { email: customer.email })}
      schema={z.pipe(
        z.object({ currency: z.string(), amountCents: z.string() }),
        z.transform(withParsedAmount),
      )}
      defaults={{ currency: merchant.currency, amountCents: "" }}
      amount={(typed) => ({ currency: typed.currency, amountCents: amountSoFar(typed) })}
      verb={(typed) => {
        const amountCents = amountSoFar(typed);
        if (amountCents === null) return t("issue.submit");
        return t("issue.submitAmount", { amount: formatMoney(amountCents, typed.currency) });
      }}
      send={(gift, key) => {
        const card = { ...gift, count: 1, ownerEmail: customer.email };
        return post("/api/portal/cards", card, key);
      }}
      refresh={customerRefreshKeys}
      toast={({ cards: [card] }) => ({
        message: t("issue.toast", { last4: lastFour(card?.code ?? ""), email: customer.email }),
        href: `/cards/${card?.uuid}`,
        label: t("issue.openCard"),
      })}
    >
      {(form, check) => (
        <>
          <AmountFields form={form} />
          {check}
        </>
      )}
    </ActionDialog>
  );
}

const longestName = 120;

/** Changes the team's name for a customer and its note, which customers never see. */
export const EditCustomerDialog = formDialog(
  {
    texts: "customers",
    refresh: () => [["customers"], ["store-credit"]],
    subject: ({ customer }: { customer: Customer }) => customer,
  },
  "edit",
  {
    operation: ["PATCH", "/api/portal/customers/{id}"],
    values: ({ customer }) => ({ email: customer.email }),
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
  },
);

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
      const term = readTerm(typed);
      if (term.kind === "id") return get(url("/api/v1/cards/{uuid}", term));
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
