import { cards } from "./cards";
import { gifts } from "./gifts";
import { sessions } from "./sessions";
import { transfers } from "./transfers";

/** Every operation of the wallet, by its path under /api/wallet. */
export const operations = { ...cards, ...gifts, ...sessions, ...transfers };
