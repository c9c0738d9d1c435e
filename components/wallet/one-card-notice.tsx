import Link from "next/link";
import { Notice } from "@/components/ui/notice";

/** Said where a link from a mail opened one card alone. */
export const OneCardNotice = () => (
  <Notice tone="info">
    You opened this card by its mail, and see it alone.{" "}
    <Link href="/wallet/sign-in" className="font-medium underline underline-offset-4">
      Sign in to see all your cards
    </Link>
  </Notice>
);
