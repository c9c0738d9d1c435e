import { and, eq } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { customers } from "@/lib/db/schema/consumers";

const FIRST_NAMES =
  "Grace Linus Margaret Alan Barbara Edsger Hedy Niklaus Radia Dennis Frances Ken Adele Tim Joan Brian Lois Guido Mary Bjarne".split(
    " ",
  );
const LAST_NAMES = ["Hill", "Moreau", "Okafor"];

/** The demo customer whose wallet has something of everything. */
export const ADA = { email: "ada@example.com", name: "Ada Lindqvist" };

/** The demo store's 60 customers. */
export const CUSTOMERS: readonly { email: string; name: string }[] = [
  ADA,
  ...LAST_NAMES.flatMap((last) =>
    FIRST_NAMES.map((first) => ({
      email: `${first}.${last}@example.com`.toLowerCase(),
      name: `${first} ${last}`,
    })),
  ),
].slice(0, 60);

/** Nobody asked every sixth customer for a name. */
const isNamed = (place: number) => place % 6 !== 5;

const NOTES: Record<string, string> = {
  [ADA.email]: "Buys gift cards for her reading group. Prefers hardbacks.",
  "grace.hill@example.com": "Works at the school library. Invoice by email.",
};

/** Adds what the store's team calls its customers, and a few notes. */
export async function describeCustomers(storeId: string): Promise<void> {
  for (const [place, { email, name }] of CUSTOMERS.entries()) {
    if (!isNamed(place)) continue;
    await db()
      .update(customers)
      .set({ name, note: NOTES[email] ?? null })
      .where(and(eq(customers.merchantId, storeId), eq(customers.email, email)));
  }
}
