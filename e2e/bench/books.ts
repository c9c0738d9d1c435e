import { type Verification, verify } from "@/lib/ledger/verify";

const SHOWN = 5;

/** Recomputes the whole ledger after a measurement; what is wrong with it fails the run. */
export async function checkedBooks(): Promise<Verification> {
  const books = await verify();
  const { ok, cards, transactions, problems } = books;
  console.log(
    ok
      ? `The books are sound: ${cards} cards, ${transactions} transactions.`
      : `The books are wrong in ${problems.length} places: ${JSON.stringify(problems.slice(0, SHOWN))}`,
  );
  if (!ok) process.exitCode = 1;
  return books;
}
