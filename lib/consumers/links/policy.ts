/** How long a sign-in link works. */
export const SIGN_IN_MINUTES = 10;

/** Where every mailed link of a wallet leads; its token stands after the #. */
export const OPEN_PATH = "/wallet/open";
