import { type FirstReads, readOptions } from "@/components/kit/api/read-options";

export const security = readOptions(["security"], "/api/portal/security");
export const passkeys = readOptions(["passkeys"], "/api/portal/passkeys");
export const sessions = readOptions(["sessions"], "/api/portal/sessions");

export const securityReads: FirstReads = (_, load) =>
  Promise.all([load(security), load(passkeys), load(sessions)]);
