import { Download } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { saveText } from "@/components/download-link";
import { CardTypeField, CurrencyField, FormCheckbox } from "@/components/form-fields";
import { optionalEmail, optionalNote, upTo } from "@/components/form-schemas";
import { FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { amountSoFar, withParsedAmount } from "@/components/money-fields";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { cardTypes } from "./words";

const maxCards = 100;

const NewCardsSchema = z.pipe(
  z.object({
    count: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d{1,9}$/, "Enter a whole number.")),
      z.pipe(z.transform(Number), upTo(maxCards)),
    ),
    currency: z.string(),
    cardType: z.enum(cardTypes),
    ownerEmail: optionalEmail,
    activates: z.boolean(),
    amountCents: z.string(),
    note: optionalNote,
  }),
  z.transform(({ activates, amountCents, note, ownerEmail, ...cards }, context) => {
    const owned = { ...cards, ownerEmail: cards.count === 1 ? ownerEmail : undefined };
    if (!activates) return owned;
    return withParsedAmount({ ...owned, amountCents, note }, context);
  }),
);

type Typed = z.input<typeof NewCardsSchema>;

export function CreateCardsDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const [created, setCreated] = useState<Card[]>([]);
  if (created.length > 0) return <NewCodes cards={created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title="Create cards"
      description="All alike, each with a code of its own."
      schema={NewCardsSchema}
      defaults={{
        count: "1",
        currency: merchant.currency,
        cardType: "digital",
        ownerEmail: "",
        activates: false,
        amountCents: "",
        note: "",
      }}
      amount={(typed) => ({
        currency: typed.currency,
        amountCents: typed.activates ? amountSoFar(typed) : null,
        each: typed.count.trim() !== "1",
      })}
      verb={verbOf}
      send={(body, key) => post("/api/portal/cards", body, key)}
      refresh={[["cards"]]}
      done={({ cards }) => {
        setCreated(cards);
        const [card] = cards;
        if (card && cards.length === 1)
          toast("Card created", { href: `/cards/${card.uuid}`, label: "Open card" });
        else toast(`${cards.length} cards created`);
      }}
    >
      {(form, check) => (
        <>
          <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
            <FormText
              form={form}
              name="count"
              label="How many"
              help={`From 1 to ${maxCards}.`}
              inputMode="numeric"
              autoComplete="off"
            />
            <CurrencyField form={form} name="currency" />
          </div>
          <CardTypeField form={form} name="cardType" types={["digital", "physical"]} />
          <Activation form={form} />
          {check}
        </>
      )}
    </ActionDialog>
  );
}

function Activation({
  form,
}: {
  form: UseFormReturn<Typed, unknown, z.output<typeof NewCardsSchema>>;
}) {
  const typed = form.watch();
  const { activates, count, currency } = typed;
  const isOne = count.trim() === "1";
  return (
    <>
      {isOne && (
        <FormText
          form={form}
          name="ownerEmail"
          label="Owner's e-mail address"
          optional
          help={
            activates
              ? "They get an e-mail with a link to the card. Leave it empty to assign it later."
              : "They get an e-mail once the card is active. Leave it empty to assign it later."
          }
          type="email"
          autoComplete="off"
        />
      )}
      <FormCheckbox
        form={form}
        name="activates"
        label="Activate with an amount"
        help="They can be redeemed at once. Without it they hold nothing until they are sold."
      />
      {activates && (
        <>
          <FormMoney
            form={form}
            name="amountCents"
            label={isOne ? "Amount" : "Amount on each"}
            currency={currency}
            help={totalOf(typed)}
          />
          <FormText
            form={form}
            name="note"
            label="Note"
            optional
            help="The customer sees this note."
          />
        </>
      )}
    </>
  );
}

function totalOf(typed: Typed): ReactNode {
  const amountCents = amountSoFar(typed);
  const cards = Number(typed.count);
  if (amountCents === null || !(cards > 1) || cards > maxCards) return null;
  return (
    <span className="tabular-nums">
      {cards} × {formatMoney(amountCents, typed.currency)} ={" "}
      <b className="font-semibold text-ink">{formatMoney(amountCents * cards, typed.currency)}</b>
    </span>
  );
}

function verbOf(typed: Typed, busy: boolean): string {
  const count = typed.count.trim();
  const cards = Number(count) === 1 ? "card" : `${count} cards`;
  const known = /^\d+$/.test(count) ? cards : "cards";
  const amountCents = amountSoFar(typed);
  if (busy) return `Creating ${known}…`;
  if (!typed.activates || amountCents === null) return `Create ${known}`;
  return `Create ${known} with ${formatMoney(amountCents, typed.currency)}`;
}

function NewCodes({ cards, onClose }: { cards: Card[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const codes = cards.map(({ code }) => code).join("\n");
  const [first] = cards;
  const what = cards.length === 1 ? "code" : "codes";
  const count = cards.length === 1 ? "Card" : `${cards.length} cards`;
  const active = first && first.balanceCents > 0;
  return (
    <Dialog
      onClose={onClose}
      title={`${count} ${active ? "created and activated" : "created"}`}
      description={
        active
          ? `${formatMoney(first.balanceCents, first.currency)} on each.`
          : "Inactive and empty until they are sold."
      }
    >
      <div className="grid gap-4">
        <ol
          aria-label={`The new ${what}`}
          className="max-h-72 divide-y overflow-y-auto rounded-md border bg-sunken px-4 font-mono text-base"
        >
          {cards.map(({ uuid, code }) => (
            <li key={uuid} className="flex h-10 items-center justify-between gap-3">
              {code}
              <Link
                href={`/cards/${uuid}`}
                className="font-sans text-sm text-muted underline underline-offset-4 hover:text-ink"
              >
                Open<span className="sr-only"> the card ending in {code.slice(-4)}</span>
              </Link>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={codes} withWord onCopied={() => setKept(true)} />
          <Button
            size="sm"
            onClick={() => {
              saveText("card-codes.txt", `${codes}\n`);
              setKept(true);
            }}
          >
            <Download aria-hidden /> Download
          </Button>
        </div>
        {!kept && (
          <Notice tone="attention">
            Whoever knows a code can spend the card. Hand {cards.length === 1 ? "it" : "them"} on
            now; later each is shown on its card's page alone.
          </Notice>
        )}
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
