import { countOf, formatNumber } from "@/components/numbers";
import type { Overview } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Time } from "@/components/ui/format";
import { Block } from "@/components/ui/section";

const maxListedProblems = 5;

export function BooksPanel({ books }: { books: Overview["books"] }) {
  const { problems, checkedAt, cards, transactions, underway } = books;
  return (
    <Block title="Books" action={<State books={books} />}>
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : checkedAt ? (
        <p className="text-muted">
          Every balance is the sum of its movements, and all of them add up to what is outstanding.
        </p>
      ) : (
        <p className="text-muted">
          Every card and transaction is recomputed in the background. The first result is here
          within a quarter of an hour.
        </p>
      )}
      {checkedAt && (
        <p className="text-sm text-muted">
          {countOf(cards, "card")} and {countOf(transactions, "transaction")} checked{" "}
          <Time at={checkedAt} />.
        </p>
      )}
      {underway && (
        <p className="text-sm text-subtle">
          {checkedAt ? "Next check" : "First check"}: {formatNumber(underway.cards)} of{" "}
          {formatNumber(underway.of)} cards.
        </p>
      )}
    </Block>
  );
}

function State({ books: { problems, checkedAt } }: { books: Overview["books"] }) {
  if (problems.length > 0) return <Chip tone="danger" word="Out of balance" />;
  return checkedAt ? (
    <Chip tone="positive" word="Balanced" />
  ) : (
    <Chip tone="info" word="Not checked" />
  );
}

const Problems = ({ problems }: Pick<Overview["books"], "problems">) => (
  <div className="grid gap-2">
    <p>
      Something was found that should not be. No money was moved because of it; whoever runs this
      service should look at it.
    </p>
    <ul className="grid gap-2 text-sm">
      {problems.slice(0, maxListedProblems).map(({ check, subject, found }) => (
        <li key={`${check} ${subject}`} className="border-l-2 border-danger-line pl-2.5">
          <p>Not so: {check}</p>
          <p className="wrap-anywhere text-muted">
            <span className="font-mono text-xs">{subject}</span>: {found}
          </p>
        </li>
      ))}
    </ul>
    {problems.length > maxListedProblems && (
      <p className="text-sm text-muted">and {problems.length - maxListedProblems} more</p>
    )}
  </div>
);
