import { C, Grid, Guide, Section, Snippet } from "../prose";

const differences: [what: string, a: string, b: string][] = [
  ["A card", "uuid, code, balanceCents, …", "id, uuid, code, balance_cents, …"],
  ["Before activation", "inactive", "unactivated"],
  ["Create a card", "cardType may be left out: digital", "cardType is required"],
  ["Activate", "currency may be left out", "currency is required"],
  [
    "Answer to a debit",
    "{card, transaction}",
    "{uuid, previousBalanceCents, newBalanceCents, currency}",
  ],
  ["Answer to a claim", "the card", "{uuid, email, balanceCents, expiresOn}"],
  [
    "Store credit",
    "{card, transaction}; currency is required",
    "{success, walletId, transactionId, creditBalanceCents}; USD unless given; at most 1,000,000",
  ],
  ["A webhook", "id (uuid), active, createdAt", "id (wh_…), is_active, created_at"],
  ["A webhook's secret", "in the dashboard", "in the answer that creates it"],
  ["Next page", "nextCursor", "next_cursor"],
];

export const Shapes = ({ origin }: { origin: string }) => (
  <Guide
    title="Shapes"
    lead="One service in two published forms, A and B. They differ in the names and the extent of some answers; what happens is the same."
  >
    <Section id="which" title="Which one you get">
      <p>
        A key is pinned to a shape when it is made, A unless chosen otherwise. The header{" "}
        <C>Scrip-Shape</C> asks for the other one for a single request; any value but <C>A</C> and{" "}
        <C>B</C> is a 400. Every answer names its own shape in the same header.
      </p>
      <Snippet
        title="Asking for Shape B once"
        code={`curl -sS "${origin}/api/v1/cards?limit=1" \\
  -H "Authorization: Bearer $SCRIP_KEY" \\
  -H "Scrip-Shape: B"`}
      />
      <p>New integrations take A. B is there for systems that already speak it.</p>
    </Section>
    <Section id="differences" title="What differs">
      <Grid
        caption="What differs between the shapes"
        head={["", "Shape A", "Shape B"]}
        rows={differences.map(([what, a, b]) => ({
          id: what.toLowerCase().replace(/\W+/g, "-"),
          cells: [what, a, b],
        }))}
      />
      <p>
        Transactions, balances, deliveries and errors are the same in both. Fields of either shape
        are taken under both, and either form of a webhook's id works in a path. A field that
        neither shape knows is a 400 that names it.
      </p>
    </Section>
  </Guide>
);
