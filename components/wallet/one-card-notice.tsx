import Link from "next/link";
import { Notice } from "@/components/ui/notice";

/** Notice for a session opened by an email link to a single card. */
export const OneCardNotice = () => (
  <Notice tone="info">
    You opened this card by its mail, and see it alone.{" "}
    <Link href="/wallet/sign-in" className="font-medium underline underline-offset-4">
      Sign in to see all your cards
    </Link>
  </Notice>
);
