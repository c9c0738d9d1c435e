import type { ListedCard } from "@/components/kit/api/types";
import type { BulkChange } from "./use-bulk";

export type BulkAction = BulkChange["action"];

const isActive = ({ status }: ListedCard) => status === "active";

/** The cards that an action changes. The server skips the others. */
export const fits: Record<BulkAction, (card: ListedCard) => boolean> = {
  activate: ({ status }) => status === "inactive",
  disable: isActive,
  extend: (card) => isActive(card) && card.expiresOn !== null,
  freeze: (card) => isActive(card) && !card.frozen,
  unfreeze: (card) => isActive(card) && card.frozen,
};
