/** URL of the page where customers check a balance with a card code. */
export const balancePageUrl = (slug: string) => `${window.location.origin}/balance/${slug}`;

/** How long a card is valid after its last top-up; null is "indefinitely". */
export function validityWords(months: number | null): string {
  if (months === null) return "indefinitely";
  return `${months} ${months === 1 ? "month" : "months"} after the last load`;
}
