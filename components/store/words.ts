/** URL of the page where customers check a balance with a card code. */
export const balancePageUrl = (slug: string) => `${window.location.origin}/balance/${slug}`;

/** When a card expires, in months after its last top-up; null is "never". */
export function validityWords(months: number | null): string {
  if (months === null) return "never";
  return `${months} ${months === 1 ? "month" : "months"} after the last top-up`;
}
