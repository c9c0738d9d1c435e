/** Where whoever has a card's code reads what is on it. */
export const balancePage = (slug: string) => `${window.location.origin}/balance/${slug}`;

/** How long a card is valid after its last load: "60 months", "1 month", "for good". */
export function validityWords(months: number | null): string {
  if (months === null) return "for good";
  return `${months} ${months === 1 ? "month" : "months"} after the last load`;
}
