import { cards } from "./cards";
import { outcomes } from "./outcomes";
import { receipts } from "./receipts";
import { sessions } from "./sessions";
import { totals } from "./totals";

/** Every operation of the till, by its path under /api/till. */
export const operations = { ...cards, ...outcomes, ...receipts, ...sessions, ...totals };
