import type { CardType } from "@/components/types";

/** What a person chose to import, as it is sent but for the file's name. */
export type Chosen = {
  name: string;
  cardType: CardType;
  currency: string;
  csv: string;
  fileName: string;
};
