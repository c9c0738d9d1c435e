/** The look of a link on the pages before signing in. */
export const linkClasses = "font-medium text-accent-text underline underline-offset-4";
