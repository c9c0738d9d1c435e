import { useTranslations } from "next-intl";
import type { Overview } from "@/components/kit/api/types";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { Block } from "@/components/kit/ui/section";

const maxListedProblems = 5;

export function BooksPanel({ books }: { books: Overview["books"] }) {
  const t = useTranslations("overview");
  const { problems, checkedAt, cards, transactions, underway } = books;
  return (
    <Block title={t("ledger.title")} action={<State books={books} />}>
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : checkedAt ? (
        <p className="text-muted">{t("ledger.matches")}</p>
      ) : (
        <p className="text-muted">{t("ledger.pending")}</p>
      )}
      {checkedAt && (
        <p className="text-sm text-muted">
          {t.rich("ledger.checked", { cards, transactions, time: () => <Time at={checkedAt} /> })}
        </p>
      )}
      {underway && (
        <p className="text-sm text-subtle">
          {t(checkedAt ? "ledger.nextCheck" : "ledger.firstCheck", {
            done: underway.cards,
            total: underway.of,
          })}
        </p>
      )}
    </Block>
  );
}

function State({ books: { problems, checkedAt } }: { books: Overview["books"] }) {
  const t = useTranslations("overview");
  if (problems.length > 0) return <Chip tone="danger" word={t("ledger.outOfBalance")} />;
  return checkedAt ? (
    <Chip tone="positive" word={t("ledger.balanced")} />
  ) : (
    <Chip tone="info" word={t("ledger.notChecked")} />
  );
}

function Problems({ problems }: Pick<Overview["books"], "problems">) {
  const t = useTranslations("overview");
  return (
    <div className="grid gap-2">
      <p>{t("ledger.problems")}</p>
      <ul className="grid gap-2 text-sm">
        {problems.slice(0, maxListedProblems).map(({ check, subject, found }) => (
          <li key={`${check} ${subject}`} className="border-l-2 border-danger-line pl-2.5">
            <p>{t("ledger.failedCheck", { check })}</p>
            <p className="wrap-anywhere text-muted">
              <span className="font-mono text-xs">{subject}</span>: {found}
            </p>
          </li>
        ))}
      </ul>
      {problems.length > maxListedProblems && (
        <p className="text-sm text-muted">
          {t("ledger.more", { count: problems.length - maxListedProblems })}
        </p>
      )}
    </div>
  );
}
