import Link from "next/link";
import { cx } from "@/components/ui/cx";

/** A card by the end of its code, as it is seen and as it is read aloud. */
export const CardEnding = ({ last4 }: { last4: string }) => (
  <>
    <span aria-hidden>•••• </span>
    <span className="sr-only">Card ending in </span>
    {last4}
  </>
);

type Props = { uuid: string; last4: string; className?: string };

/** The way from a cell of a table to the card it names. */
export const CardCellLink = ({ uuid, last4, className }: Props) => (
  <Link
    href={`/cards/${uuid}`}
    prefetch={false}
    className={cx("font-mono text-sm font-medium underline-offset-4 hover:underline", className)}
  >
    <CardEnding last4={last4} />
  </Link>
);
