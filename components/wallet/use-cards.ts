import { useQuery } from "@tanstack/react-query";
import { ownCard, ownCards } from "./reads";

export const useCards = () => useQuery(ownCards);

export const useCard = (uuid: string) => useQuery(ownCard(uuid));
