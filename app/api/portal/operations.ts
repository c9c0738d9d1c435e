import { agreements } from "./agreements";
import { apiKeys } from "./api-keys";
import { audit } from "./audit";
import { batches } from "./batches";
import { cards } from "./cards";
import { customers } from "./customers";
import { gifts } from "./gifts";
import { mail } from "./mail";
import { people } from "./people";
import { reports } from "./reports";
import { shops } from "./shops";
import { storeCredit } from "./store-credit";
import { stores } from "./stores";
import { team } from "./team";
import { tills } from "./tills";
import { transactions } from "./transactions";
import { webhooks } from "./webhooks";

/** Every operation of the portal, by its path under /api/portal. */
export const operations = {
  ...agreements,
  ...apiKeys,
  ...audit,
  ...batches,
  ...cards,
  ...customers,
  ...gifts,
  ...mail,
  ...people,
  ...reports,
  ...shops,
  ...storeCredit,
  ...stores,
  ...team,
  ...tills,
  ...transactions,
  ...webhooks,
};
