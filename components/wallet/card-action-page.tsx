import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonColors } from "@/components/kit/store/brand";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { Heading } from "./heading";
import type { OwnCard } from "./types";
import { useCard } from "./use-cards";

type Props = { uuid: string; title: string; children: (card: OwnCard) => ReactNode };

/** A page for an action on one card; `children` render once the card has loaded. */
export function CardActionPage({ uuid, title, children }: Props) {
  const t = useTranslations("wallet");
  const card = useCard(uuid);
  const parent = { href: `/wallet/cards/${uuid}`, label: card.data?.store.name ?? t("card.title") };
  const bars = ["h-11 w-full", "h-11 w-full"];
  return (
    <>
      <Heading title={title} parent={parent} />
      <Loaded query={card} loading={<Skeletons bars={bars} className="grid gap-4" />}>
        {(known) => (
          <div className="contents" style={buttonColors(known.store.brandColor)}>
            {children(known)}
          </div>
        )}
      </Loaded>
    </>
  );
}
