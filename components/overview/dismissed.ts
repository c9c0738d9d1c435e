import { remember } from "@/components/shell/preferences";

export const setupCookie = "scrip-setup";

/** Hides the setup steps for this store, in this browser. */
export const dismissSetup = (merchantId: string) => remember(setupCookie, merchantId);
