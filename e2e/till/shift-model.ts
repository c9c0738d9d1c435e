/** A movement as its receipt shows it. */
type Movement = {
  number: string;
  card: ModelCard;
  kind: "issued" | "topped_up" | "redeemed" | "refunded";
  amountCents: number;
  /** What of it was refunded. */
  refundedCents: number;
  reversed: boolean;
};

type ModelCard = { uuid: string; code: string; balanceCents: number; active: boolean };

/** What a cashier is asked to do, and what the till has to show afterward. */
export type Step = {
  kind: "digital" | "sell" | "topUp" | "redeem" | "refund" | "reverse";
  /** The amount that is typed. */
  typedCents: number;
  /** The card whose code is typed; null for a new one. */
  card: ModelCard | null;
  /** The receipt whose number is typed, for a refund or a reversal. */
  receipt: Movement | null;
  /** The total's kind of the movement. */
  expected: {
    total: string;
    words: string;
    amountCents: number;
    restCents: number;
    balanceCents: number;
  };
};

/** What a result showed: the receipt's number, and the new card. */
export type Done = { number: string; card: { uuid: string; code: string } };

const WORDS: Record<string, string> = {
  issued: "Issued",
  topped_up: "Topped up",
  redeemed: "Redeemed",
  refunded: "Refunded",
  load_reversed: "Sale or top-up reversed",
  redemption_reversed: "Redemption reversed",
};

const isIncoming = (total: string) => !["redeemed", "load_reversed"].includes(total);

/** What a shift must lead to: the balances of cards and the totals of tills. */
export class ShiftModel {
  readonly cards: ModelCard[];
  readonly movements: Movement[] = [];
  private readonly sums = new Map<string, { count: number; cents: number }>();

  constructor(inactive: { uuid: string; code: string }[]) {
    this.cards = inactive.map(({ uuid, code }) => ({ uuid, code, balanceCents: 0, active: false }));
  }

  /** Records a step that the till `at` has shown as done. */
  apply(at: number, { kind, card: stepCard, receipt, expected }: Step, done: Done) {
    const card = stepCard ?? { ...done.card, balanceCents: 0, active: true };
    if (!stepCard) this.cards.push(card);
    card.active = true;
    card.balanceCents = expected.balanceCents;
    const { total, amountCents } = expected;
    if (kind === "reverse" && receipt) receipt.reversed = true;
    else {
      const made = total as Movement["kind"];
      this.movements.push({
        number: done.number,
        card,
        kind: made,
        amountCents,
        refundedCents: 0,
        reversed: false,
      });
    }
    if (kind === "refund" && receipt) receipt.refundedCents += amountCents;
    const key = `${at} ${total}`;
    const sum = this.sums.get(key) ?? { count: 0, cents: 0 };
    this.sums.set(key, { count: sum.count + 1, cents: sum.cents + amountCents });
  }

  /** The rows that the totals of a till show. */
  totals(at: number): Record<string, { count: number; cents: number }> {
    const own = [...this.sums].filter(([key]) => key.startsWith(`${at} `));
    return Object.fromEntries(
      own.map(([key, { count, cents }]) => {
        const total = key.slice(2);
        return [WORDS[total] ?? total, { count, cents: isIncoming(total) ? cents : -cents }];
      }),
    );
  }
}

type Random = () => number;
const between = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));
const oneOf = <T>(random: Random, all: T[]): T | undefined =>
  all[Math.floor(random() * all.length)];

const stepOf = (
  kind: Step["kind"],
  total: string,
  given: Partial<Step> & { typedCents: number },
  amountCents: number,
): Step => {
  const card = given.card ?? null;
  const balanceCents = (card?.balanceCents ?? 0) + (isIncoming(total) ? amountCents : -amountCents);
  const restCents = kind === "redeem" ? given.typedCents - amountCents : 0;
  const isOfTopUp = given.receipt?.kind === "topped_up";
  const reversed = isOfTopUp ? "Top-up reversed" : "Sale reversed";
  const words = total === "load_reversed" ? reversed : (WORDS[total] ?? total);
  return {
    kind,
    card,
    receipt: null,
    ...given,
    expected: { total, words, amountCents, restCents, balanceCents },
  };
};

/** A random step that the till allows now. */
export function nextStep(model: ShiftModel, random: Random): Step {
  const kinds = ["digital", "sell", "topUp", "redeem", "redeem", "redeem", "refund", "reverse"];
  for (;;) {
    const step = possible(model, oneOf(random, kinds) ?? "digital", random);
    if (step) return step;
  }
}

function possible(model: ShiftModel, kind: string, random: Random): Step | null {
  const typedCents = between(random, 1, 9_000);
  const active = model.cards.filter((card) => card.active);
  if (kind === "digital") return stepOf(kind, "issued", { typedCents }, typedCents);
  if (kind === "sell") {
    const card = model.cards.find((one) => !one.active);
    return card ? stepOf(kind, "issued", { typedCents, card }, typedCents) : null;
  }
  if (kind === "topUp") {
    const card = oneOf(random, active);
    return card ? stepOf(kind, "topped_up", { typedCents, card }, typedCents) : null;
  }
  if (kind === "redeem") {
    const card = oneOf(
      random,
      active.filter(({ balanceCents }) => balanceCents > 0),
    );
    if (!card) return null;
    return stepOf(kind, "redeemed", { typedCents, card }, Math.min(typedCents, card.balanceCents));
  }
  return kind === "refund" ? possibleRefund(model, random) : possibleReversal(model, random);
}

function possibleRefund({ movements }: ShiftModel, random: Random): Step | null {
  const receipt = oneOf(
    random,
    movements.filter(
      (one) => one.kind === "redeemed" && !one.reversed && one.refundedCents < one.amountCents,
    ),
  );
  if (!receipt) return null;
  const leftCents = receipt.amountCents - receipt.refundedCents;
  const typedCents = random() < 0.5 ? leftCents : between(random, 1, leftCents);
  return stepOf("refund", "refunded", { typedCents, receipt, card: receipt.card }, typedCents);
}

function possibleReversal({ movements }: ShiftModel, random: Random): Step | null {
  const receipt = oneOf(
    random,
    movements.filter(({ kind, reversed, refundedCents, amountCents, card }) => {
      if (reversed || kind === "refunded" || refundedCents > 0) return false;
      return kind === "redeemed" || card.balanceCents >= amountCents;
    }),
  );
  if (!receipt) return null;
  const total = receipt.kind === "redeemed" ? "redemption_reversed" : "load_reversed";
  const { amountCents: typedCents, card } = receipt;
  return stepOf("reverse", total, { typedCents, receipt, card }, typedCents);
}
