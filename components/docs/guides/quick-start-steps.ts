type Step = { id: string; title: string; text: string; code: string };

/** Commands for a shell; each works when pasted after the ones before it. */
export function quickStart(origin: string): Step[] {
  const call = `\\\n  -H "Authorization: Bearer $SCRIP_KEY" \\\n  -H "Content-Type: application/json"`;
  const card = `"${origin}/api/v1/cards/$CARD`;
  return [
    {
      id: "create",
      title: "2. Create a card",
      text: "It starts inactive and empty. The shell keeps its id for the steps that follow.",
      code: `CARD=$(curl -sS ${origin}/api/v1/cards ${call} \\
  -d '{"currency":"USD","cardType":"digital"}' |
  sed -E 's/.*"uuid":"([^"]+)".*/\\1/')
echo "$CARD"`,
    },
    {
      id: "activate",
      title: "3. Activate it with $25.00",
      text: "This is the sale. From now on the card can be spent.",
      code: `curl -sS ${card}/activate" ${call} \\
  -d '{"amountCents":2500,"currency":"USD"}'`,
    },
    {
      id: "redeem",
      title: "4. Redeem $9.50 at the till",
      text: "The Idempotency-Key names the receipt. Run the command twice: the money moves once, and the second answer is the first one again.",
      code: `curl -sS ${card}/debit" ${call} \\
  -H "Idempotency-Key: receipt-$CARD" \\
  -d '{"amountCents":950,"note":"Lunch"}'`,
    },
    {
      id: "top-up",
      title: "5. Top it up",
      text: "A credit is a refund or a top-up; it extends the card's validity.",
      code: `curl -sS ${card}/credit" ${call} \\
  -d '{"amountCents":500,"note":"Top-up"}'`,
    },
    {
      id: "read",
      title: "6. See what is left",
      text: "$20.50, and the three movements that made it so.",
      code: `curl -sS ${card}" -H "Authorization: Bearer $SCRIP_KEY"`,
    },
  ];
}
