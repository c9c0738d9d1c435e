import { isCurrency } from "@/lib/base/money";

/** One day's rates per euro, as decimal strings. */
export type DayOfRates = {
  /** YYYY-MM-DD */
  day: string;
  perEuro: ReadonlyMap<string, string>;
  /** Currencies in the feed that are not supported. */
  skipped: string[];
};

const SPACE = "[ \\t\\r\\n]*";
const quotedPattern = (value: string) => `(?:'${value}'|"${value}")`;

// Matches the entire feed, so that a document with anything else in it is rejected.
const FEED_PATTERN = new RegExp(
  [
    "^\\uFEFF?<\\?xml [^<>]{1,100}\\?>",
    "<gesmes:Envelope [^<>]{1,300}>",
    "<gesmes:subject>Reference rates</gesmes:subject>",
    "<gesmes:Sender>",
    "<gesmes:name>European Central Bank</gesmes:name>",
    "</gesmes:Sender>",
    "<Cube>",
    `<Cube time=${quotedPattern("([0-9-]{10})")}>`,
    "((?:<Cube [^<>]{1,100}/>[ \\t\\r\\n]*){1,200})</Cube>",
    "</Cube>",
    "</gesmes:Envelope>",
    "$",
  ].join(SPACE),
);
const ENTRY_PATTERN = new RegExp(
  `^<Cube currency=${quotedPattern("([A-Z]{3})")} rate=${quotedPattern("([0-9.]{1,20})")}${SPACE}/>$`,
);
const DECIMAL_PATTERN = /^\d{1,9}(\.\d{1,9})?$/;

/**
 * Parses the daily feed of the European Central Bank. Throws for any other document, a day that is invalid
 * or after `today`, a repeated currency, or a rate that is not a positive decimal.
 */
export function parseRates(xml: string, today: string): DayOfRates {
  const feed = FEED_PATTERN.exec(xml);
  const day = feed?.[1] ?? feed?.[2];
  const entries = feed?.[3];
  if (!day || !entries) throw new Error("the feed isn't from the European Central Bank");
  if (!isDay(day)) throw new Error(`the feed's date is invalid: ${day}`);
  if (day > today) throw new Error(`the feed's date is in the future: ${day}`);

  const perEuro = new Map<string, string>();
  const skipped: string[] = [];
  for (const text of entries.match(/<Cube [^<>]+\/>/g) ?? []) {
    const [currency, rate] = readEntry(text);
    if (perEuro.has(currency) || skipped.includes(currency) || currency === "EUR") {
      throw new Error(`the feed has ${currency} twice`);
    }
    if (isCurrency(currency)) perEuro.set(currency, rate);
    else skipped.push(currency);
  }
  if (perEuro.size === 0) throw new Error("the feed has no rates for supported currencies");
  return { day, perEuro, skipped };
}

function readEntry(text: string): [currency: string, rate: string] {
  const entry = ENTRY_PATTERN.exec(text);
  const currency = entry?.[1] ?? entry?.[2];
  const rate = entry?.[3] ?? entry?.[4];
  if (!currency || !rate || !DECIMAL_PATTERN.test(rate) || !/[1-9]/.test(rate)) {
    throw new Error(`the feed has an invalid rate: ${text}`);
  }
  return [currency, rate];
}

function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
