import { Code, ShoppingBag } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import type { PlatformKind } from "./types";

const taught = [
  "A card that you activate can be spent in the online shop as well, under the same code.",
  "What you sell, redeem, top up or disable here reaches the shop at once.",
  "What is redeemed in the shop is taken from the card here within a minute.",
  "Money that somebody puts on a card in the shop is shown to you as a difference to settle.",
  "The shop may be slow or down: your tills never wait for it, and it catches up by itself.",
  "Where the two disagree, a list says why and lets you settle it.",
];

/** What connecting a shop does, and the two ways to do it; `onConnect` is null for who may not. */
export const NotConnected = ({
  onConnect,
}: {
  onConnect: ((kind: PlatformKind) => void) | null;
}) => (
  <div className="grid gap-6">
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">One balance, at the till and online</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        {taught.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
    {!onConnect && <Notice tone="info">An owner of the store can connect its online shop.</Notice>}
    <div className="grid gap-4 sm:grid-cols-2">
      <Way
        icon={<ShoppingBag aria-hidden />}
        title="Shopify"
        text="With the shop's domain and an access token of the Admin API. It takes two minutes."
      >
        {onConnect && (
          <Button variant="primary" onClick={() => onConnect("shopify")}>
            Connect Shopify
          </Button>
        )}
      </Way>
      <Way
        icon={<Code aria-hidden />}
        title="Another shop"
        text={
          <>
            Any shop that answers a small signed protocol. Its developers find it under{" "}
            <TextLink href="/docs/own-shop">A shop of your own</TextLink>.
          </>
        }
      >
        {onConnect && <Button onClick={() => onConnect("http")}>Connect another shop</Button>}
      </Way>
    </div>
  </div>
);

type WayProps = { icon: ReactNode; title: string; text: ReactNode; children: ReactNode };

const Way = ({ icon, title, text, children }: WayProps) => (
  <div className="flex min-w-0 flex-col items-start gap-3 rounded-md border bg-surface p-4">
    <span className="grid size-9 place-items-center rounded-md bg-hover text-muted [&_svg]:size-5">
      {icon}
    </span>
    <div className="grow">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-muted">{text}</p>
    </div>
    {children}
  </div>
);
