/** A wallet closes so long after it was opened, whatever happens in it. */
export const WALLET_MAX_DAYS = 30;

/** A wallet closes when nobody used it for so long. */
export const WALLET_IDLE_DAYS = 7;
