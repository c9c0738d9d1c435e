"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, get, post, url } from "@/components/api";
import { readTerm } from "@/components/cards/search-terms";
import { StateChip } from "@/components/cards/state-chip";
import { lastFour } from "@/components/cards/words";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import type { Card, Customer } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { useCustomerRefresh } from "./refresh";

type Props = { customer: Customer; onClose: () => void };

/** Finds a card by its code or id, shows it, and makes the customer its owner. */
export function AssignExistingDialog({ customer, onClose }: Props) {
  const [card, setCard] = useState<Card | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Assign a card"
      description={`The card and its balance belong to ${customer.email} at once. They get an e-mail with a link to see it. It can't be assigned to anyone else later.`}
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

const notFound = "No card of this store has that code or id. Check it against the card.";

function Finder({ onFound, onClose }: { onFound: (card: Card) => void; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const find = useMutation({
    mutationFn: () => {
      const term = readTerm(typed);
      if (term.kind === "id") return get(url("/api/v1/cards/{uuid}", { uuid: term.uuid }));
      // Posted, so that a code stands in no address.
      return post("/api/v1/cards/lookup", { code: typed.trim().slice(0, 64) });
    },
    onSuccess: onFound,
    onError: (error) =>
      setProblem(error instanceof ApiError && error.status >= 500 ? error.message : notFound),
  });
  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "") setProblem("Enter the card's code or its id.");
        else find.mutate();
      }}
    >
      <TextField
        label="Card's code or id"
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
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={find.isPending}>
          Find the card
        </Button>
      </DialogActions>
    </form>
  );
}

type ConfirmationProps = Props & { card: Card; onBack: () => void };

function Confirmation({ card, customer, onBack, onClose }: ConfirmationProps) {
  const refresh = useCustomerRefresh();
  const claim = usePost(url("/api/v1/cards/{uuid}/claim", { uuid: card.uuid }));
  const assign = () =>
    claim.mutate(
      { email: customer.email },
      {
        onSuccess: async () => {
          await refresh();
          toast(`Card ending in ${lastFour(card.code)} assigned to ${customer.email}`, {
            href: `/cards/${card.uuid}`,
            label: "Open card",
          });
          onClose();
        },
      },
    );
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact name="Card">
          <span className="font-mono">•••• {lastFour(card.code)}</span>
        </Fact>
        <Fact name="Balance">
          <b className="font-semibold">
            <Money amountCents={card.balanceCents} currency={card.currency} />
          </b>
        </Fact>
        <Fact name="Status">
          <StateChip status={card.status} expiresOn={card.expiresOn} />
        </Fact>
        <Fact name="Owner">{card.ownerEmail ?? "Unassigned"}</Fact>
      </Facts>
      {claim.error instanceof ApiError && <RequestFailure error={claim.error} />}
      <DialogActions>
        <Button onClick={onBack}>Another card</Button>
        <Button variant="primary" busy={claim.isPending} onClick={assign}>
          Assign card
        </Button>
      </DialogActions>
    </div>
  );
}
