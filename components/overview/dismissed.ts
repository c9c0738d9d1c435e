import { remember } from "@/components/shell/preferences";

export const setupCookie = "scrip-setup";

/** Puts the list of first steps away for this store, in this browser. */
export const dismissSetup = (merchantId: string) => remember(setupCookie, merchantId);
