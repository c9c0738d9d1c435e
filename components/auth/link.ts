/** The link style on pages before sign-in. */
export const linkClasses = "font-medium text-accent-text underline underline-offset-4";
