import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { useIsTest, useSession } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { cardTypes, lastFour } from "@/components/kit/cards/words";
import { amountCheck, type FieldAt, field, together } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { CardTypeField } from "@/components/kit/form/form-fields";
import { optionalEmail, optionalNote, upTo } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { AmountFields, amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { saveText } from "@/components/kit/page/download-link";
import { toast } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { strong } from "@/components/kit/ui/strong";
import { fileNameOf } from "@/lib/base/file-name";

const maxCards = 100;

const countSchema = (t: Translate<"cards">) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,9}$/, t("create.countError"))),
    z.pipe(z.transform(Number), upTo(maxCards)),
  );

type Typed = { count: string; currency: string; amountCents: string };
const isOne = ({ count }: Pick<Typed, "count">) => count.trim() === "1";
const isSold = ({ amountCents }: Pick<Typed, "amountCents">) => amountCents.trim() !== "";
const whatIsTyped = (form: { watch: () => unknown }) => form.watch() as Typed;

/** Creates a card, or several, with an amount if they are sold right away. */
export const CreateCardsDialog = formDialog(
  { texts: "cards", refresh: () => [["cards"]] },
  "create",
  {
    operation: ["POST", "/api/portal/cards"],
    fields: ({ t, merchant }) => ({
      ...together(
        { amountCents: z.string(), currency: z.string() },
        { amountCents: "", currency: merchant.currency },
        ({ form }) => <FirstValue form={form} />,
      ),
      amountCheck,
      count: field(countSchema(t), "1", (at) => (
        <FormText
          {...at}
          label={t("create.count")}
          help={t("create.countHelp", { max: maxCards })}
          inputMode="numeric"
          autoComplete="off"
        />
      )),
      ownerEmail: field(optionalEmail, "", (at) => {
        const typed = whatIsTyped(at.form);
        const help = t(isSold(typed) ? "create.emailHelpActive" : "create.emailHelp");
        return (
          isOne(typed) && (
            <FormText
              {...at}
              label={t("create.email")}
              optional
              help={help}
              type="email"
              autoComplete="off"
            />
          )
        );
      }),
      cardType: field(z.enum(cardTypes), "digital", (at) => (
        <CardTypeField {...at} types={cardTypes} />
      )),
      note: field(
        optionalNote,
        "",
        (at) =>
          isSold(whatIsTyped(at.form)) && (
            <FormText {...at} label={t("create.note")} optional help={t("create.noteHelp")} />
          ),
      ),
    }),
    parse: ({ amountCents, note, ownerEmail, ...cards }, payload) => {
      const owned = { ...cards, ownerEmail: cards.count === 1 ? ownerEmail : undefined };
      if (!isSold({ amountCents })) return owned;
      return withParsedAmount({ ...owned, amountCents, note }, payload);
    },
    amount: (typed) => ({
      currency: typed.currency,
      amountCents: amountSoFar(typed),
      each: !isOne(typed),
    }),
    submit: ({ t }, typed, busy) => verbOf(t, typed, busy),
    next: ({ cards }, _, { onClose }) => <NewCodes cards={cards} onClose={onClose} />,
    done: ({ cards }, _, { t }) => {
      const [card] = cards;
      const message = t("create.toast", { count: cards.length });
      if (card && cards.length === 1)
        toast(message, { href: `/cards/${card.uuid}`, label: t("create.openCard") });
      else toast(message);
    },
  },
);

/** The amount that each card gets. Without one, cards have no value until they are activated. */
function FirstValue({ form }: Pick<FieldAt, "form">) {
  const t = useTranslations("cards");
  const typed = whatIsTyped(form);
  const one = isOne(typed);
  const help = one ? t("create.amountHelp") : totalOf(t, typed);
  return (
    <AmountFields
      form={form}
      label={t(one ? "create.amount" : "create.amountEach")}
      optional
      help={isSold(typed) ? help : t("create.blankHelp")}
    />
  );
}

function totalOf(t: Translate<"cards">, typed: Typed): ReactNode {
  const amountCents = amountSoFar(typed);
  const cards = Number(typed.count);
  if (amountCents === null || !(cards > 1) || cards > maxCards) return null;
  return (
    <span className="tabular-nums">
      {t.rich("create.total", {
        count: cards,
        amount: formatMoney(amountCents, typed.currency),
        total: formatMoney(amountCents * cards, typed.currency),
        b: strong,
      })}
    </span>
  );
}

function verbOf(t: Translate<"cards">, typed: Typed, busy: boolean): string {
  const known = /^\d+$/.test(typed.count.trim());
  if (!known) return t("create.submitAny");
  const count = Number(typed.count);
  const amountCents = amountSoFar(typed);
  if (busy) return t("create.submitting", { count });
  if (amountCents === null) return t("create.submit", { count });
  const amount = formatMoney(amountCents, typed.currency);
  return t("create.submitAmount", { count, amount });
}

function NewCodes({ cards, onClose }: { cards: Card[]; onClose: () => void }) {
  const t = useTranslations("cards");
  const [{ merchant }, isTest] = [useSession(), useIsTest()];
  const [kept, setKept] = useState(false);
  const codes = cards.map(({ code }) => code).join("\n");
  const [first] = cards;
  const count = cards.length;
  const active = first && first.balanceCents > 0;
  // Unconfirmed stores and test stores send no email.
  const isEmailed = merchant.isConfirmed && !isTest;
  return (
    <Dialog
      onClose={onClose}
      title={t(active ? "newCodes.titleActive" : "newCodes.title", { count })}
      description={
        active
          ? t("newCodes.active", { count, amount: formatMoney(first.balanceCents, first.currency) })
          : t("newCodes.inactive", { count })
      }
    >
      <div className="grid gap-4">
        <ol
          aria-label={t("newCodes.list", { count })}
          className="max-h-72 divide-y overflow-y-auto rounded-md border bg-sunken px-4 font-mono text-base"
        >
          {cards.map(({ uuid, code }) => (
            <li key={uuid} className="flex h-10 items-center justify-between gap-3">
              {code}
              <Link
                href={`/cards/${uuid}`}
                className="font-sans text-sm text-muted underline underline-offset-4 hover:text-ink"
              >
                {t.rich("newCodes.open", {
                  last4: lastFour(code),
                  spoken: (text) => <span className="sr-only">{text}</span>,
                })}
              </Link>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={codes} withWord onCopied={() => setKept(true)} />
          <Button
            size="sm"
            onClick={() => {
              saveText(`${fileNameOf(merchant, "card-codes")}.txt`, `${codes}\n`);
              setKept(true);
            }}
          >
            <Download aria-hidden /> {t("newCodes.download")}
          </Button>
        </div>
        {active && first.ownerEmail && isEmailed && (
          <p>{t("newCodes.emailed", { email: first.ownerEmail })}</p>
        )}
        {!kept && <Notice tone="attention">{t("newCodes.warning", { count })}</Notice>}
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {t("newCodes.done")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
