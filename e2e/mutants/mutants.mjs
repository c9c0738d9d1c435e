import { admission } from "./admission.mjs";
import { api } from "./api.mjs";
import { buckets } from "./buckets.mjs";
import { giftsAndTransfers } from "./gifts-and-transfers.mjs";
import { holds } from "./holds.mjs";
import { ledger } from "./ledger.mjs";
import { operations } from "./operations.mjs";
import { pages } from "./pages.mjs";
import { passes } from "./passes.mjs";
import { people } from "./people.mjs";
import { replica } from "./replica.mjs";
import { secrets } from "./secrets.mjs";
import { tenancy } from "./tenancy.mjs";
import { testMode } from "./test-mode.mjs";
import { tillPage } from "./till-page.mjs";
import { tills } from "./tills.mjs";
import { wallet } from "./wallet.mjs";
import { webhooks } from "./webhooks.mjs";

export const mutants = [
  ...ledger,
  ...holds,
  ...admission,
  ...giftsAndTransfers,
  ...tenancy,
  ...testMode,
  ...api,
  ...webhooks,
  ...secrets,
  ...people,
  ...wallet,
  ...passes,
  ...tills,
  ...operations,
  ...replica,
  ...buckets,
  ...pages,
  ...tillPage,
];
