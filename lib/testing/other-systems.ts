import { decimalsOf } from "@/lib/base/money";
import type { DateOrder, DecimalMark } from "@/lib/domain/batches/import/formats";
import type { ImportRow } from "@/lib/domain/batches/import/read-row";
import { encodeText } from "./encode-text";

/** A random number from 0 to 1, as of randomBy(). */
type Random = () => number;

/** The headings of an English file, and the name of a totals row. */
const ENGLISH = {
  code: "Gift Card Number",
  original: "Initial Value",
  balance: "Remaining Balance",
  currency: "Currency",
  expiry: "Expiration Date",
  email: "Customer Email",
  customer: "Customer",
  note: "Notes",
  status: "Status",
  total: "Total",
};

/** The same words of another language, in the same order. */
function translated(words: string): typeof ENGLISH {
  const all = words.trim().split(/,\s+/);
  const entries = Object.keys(ENGLISH).map((name, place) => [name, all[place]]);
  return Object.fromEntries(entries);
}

const LANGUAGES = {
  en: {
    ...ENGLISH,
    notes: ["Paid in cash", "For Zoë’s birthday", "Café “Noir”", "From the shop; aisle 3, left"],
  },
  de: {
    ...translated(`
      Gutscheinnummer, Ursprungsbetrag, Restguthaben, Währung, Gültig bis, E-Mail-Adresse, Kunde,
      Bemerkung, Zustand, Gesamtsumme`),
    notes: ["Für Jörg Müller", "Großmutters Geburtstag", "Ärger; später geklärt", "Küche, Bad"],
  },
  fr: {
    ...translated(`
      Numéro de carte, Valeur initiale, Solde, Devise, Date d’expiration, Courriel, Client,
      Remarque, État, Total`),
    notes: ["Cadeau de Noël", "Offert à Hélène; payé", "L’été, à l’hôtel", "Reçu par François"],
  },
  es: {
    ...translated(`
      Código de tarjeta, Importe original, Saldo disponible, Moneda, Fecha de caducidad,
      Correo electrónico, Cliente, Comentario, Estado, Suma`),
    notes: ["Cumpleaños de Íñigo", "¿Para quién? Martín", "Año nuevo; señor Muñoz", "Peña, Málaga"],
  },
  it: {
    ...translated(`
      Codice buono, Importo iniziale, Credito residuo, Valuta, Data di scadenza, Indirizzo e-mail,
      Titolare, Annotazioni, Stato, Totale`),
    notes: ["Perché no", "Per Niccolò; già pagato", "È per la città", "Libertà, sarà felice"],
  },
};

const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "KWD", "CHF"];
const ENCODINGS = ["utf-8", "utf-8 with a mark", "utf-16le", "windows-1252", "macintosh"] as const;
const LINE_ENDS = ["\n", "\r\n", "\r"];

/** What a system's files always have. The rest of each is random. */
type Layout = Partial<ReturnType<typeof randomLayout>>;

export const LAYOUTS: Record<string, Layout> = {
  "an online shop in English": {
    language: "en",
    delimiter: ",",
    mark: "point",
    dates: "iso",
    encoding: "utf-8",
    hasOriginal: true,
    opening: [],
    grouping: "",
  },
  "a point of sale in dollars": {
    language: "en",
    currency: "USD",
    dates: "month-first",
    sign: "before",
    mark: "point",
    grouping: ",",
    quotesAll: true,
  },
  "four decimals from a database": { decimals: 4, quotesAll: true, time: " 00:00:00" },
  "a German till": {
    language: "de",
    delimiter: ";",
    mark: "comma",
    grouping: ".",
    currency: "EUR",
    dates: "day-first",
    dateSign: ".",
    encoding: "windows-1252",
  },
  "a French Mac": {
    language: "fr",
    encoding: "macintosh",
    lineEnd: "\r",
    mark: "comma",
    grouping: "\u00A0",
    sign: "after",
    dates: "day-first",
    delimiter: ";",
  },
  "Unicode text of a spreadsheet": { encoding: "utf-16le", delimiter: "\t", codeIsFormula: true },
  "a spreadsheet that names its delimiter": { delimiter: ";", opening: ["sep=;"] },
  "a report with a title": { opening: ["Report 7", ""], hasTotal: true },
  "yen and dinars": { hasCurrency: true, currency: "JPY", decimals: 2 },
  "customers by email": { isCustomer: true, decimals: "trimmed" },
};

/** A file of another system, and what must come of it. */
export type OtherFile = {
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
  currency: string;
  /** What a person who knows the file answers. */
  answers: { decimalMark: DecimalMark; dateOrder: DateOrder };
  balancePlace: number;
  cards: ImportRow[];
  /** The problems by line, with the column of one of them. */
  problems: Map<number, string>;
};

const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T;

function randomLayout(random: Random) {
  const chance = (share: number) => random() < share;
  const mark = pick<DecimalMark>(random, ["point", "comma"]);
  return {
    language: pick(random, Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]),
    currency: pick(random, CURRENCIES),
    delimiter: pick(random, [",", ";", "\t"]),
    lineEnd: pick(random, LINE_ENDS),
    encoding: pick(random, ENCODINGS),
    mark,
    grouping: pick(random, ["", mark === "point" ? "," : ".", "\u00A0", "'"]),
    decimals: pick<"usual" | "trimmed" | number>(random, ["usual", "usual", "trimmed", 4]),
    sign: pick<"none" | "before" | "after">(random, ["none", "none", "before", "after"]),
    dates: pick<"iso" | DateOrder>(random, ["iso", "day-first", "month-first"]),
    dateSign: pick(random, ["/", ".", "-"]),
    time: chance(0.2) ? " 23:59:59" : "",
    quotesAll: chance(0.3),
    codeIsFormula: chance(0.2),
    hasOriginal: chance(0.3),
    hasCurrency: chance(0.5),
    hasTotal: chance(0.2),
    isCustomer: chance(0.2),
    opening: [] as string[],
    fault: pick(random, [null, null, "n/a", "-5", "1 ¢", "past", "no date", "twice", "shifted"]),
  };
}

/** Writes a file in a layout, with random cards. */
export function writeOtherFile(random: Random, wanted: Layout): OtherFile {
  const base = { ...randomLayout(random), ...wanted };
  // The other mark can't both group and begin the decimals.
  const clashes = base.grouping === (base.mark === "point" ? "." : ",");
  const layout = { ...base, grouping: clashes ? "" : base.grouping };
  const cards = Array.from({ length: 5 + Math.floor(random() * 20) }, (_, n) =>
    randomCard(random, layout, n),
  );
  return write(random, layout, cards);
}

type WholeLayout = ReturnType<typeof randomLayout>;

function randomCard(random: Random, { language, currency }: WholeLayout, n: number): ImportRow {
  const digits = String(Math.floor(random() * 1e9)).padStart(9, "0");
  const day = (most: number) => String(1 + Math.floor(random() * most)).padStart(2, "0");
  const major = pick(random, [0, 5, 25, 50, 99, 250, 1_250, 2_000, 12_345, 1_234_567]);
  const minor = 10 ** decimalsOf(currency);
  return {
    code: `${String(n).padStart(3, "0")}${digits}${pick(random, ["", "A", "XY"])}`,
    balanceCents: major * minor + pick(random, [0, 0, Math.floor(random() * minor)]),
    currency,
    expiresOn: random() < 0.3 ? null : `${2_050 + n}-${day(12)}-${day(28)}`,
    // The first card has one, because a customer column is known by its addresses.
    email: n > 0 && random() < 0.4 ? null : `customer${n}@example.com`,
    note: random() < 0.5 ? null : pick(random, LANGUAGES[language].notes),
    pin: null,
  };
}

/** An amount as the layout writes it. */
function amountText(layout: WholeLayout, cents: number, grouping = layout.grouping): string {
  const usual = decimalsOf(layout.currency);
  const digits = String(cents).padStart(usual + 1, "0");
  const whole = digits.slice(0, digits.length - usual);
  const minor = digits.slice(digits.length - usual);
  const { decimals } = layout;
  const fraction =
    decimals === "trimmed"
      ? minor.replace(/0+$/, "")
      : minor.padEnd(decimals === "usual" ? usual : Math.max(decimals, usual), "0");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, grouping);
  const number = fraction ? `${grouped}${layout.mark === "point" ? "." : ","}${fraction}` : grouped;
  const symbol = SYMBOLS[layout.currency] ?? layout.currency;
  if (layout.sign === "before") return `${symbol}${number}`;
  return layout.sign === "after" ? `${number} ${symbol}` : number;
}

function dateText({ dates, dateSign, time }: WholeLayout, day: string | null): string {
  const [year, month, date] = day?.split("-") ?? [];
  if (!year) return "";
  if (dates === "iso") return `${day}${time}`;
  const parts = dates === "day-first" ? [date, month, year] : [month, date, year];
  return `${parts.join(dateSign)}${time}`;
}

function write(random: Random, layout: WholeLayout, cards: ImportRow[]): OtherFile {
  const words = LANGUAGES[layout.language];
  const columns = [
    "status",
    "code",
    ...(layout.hasOriginal ? ["original"] : []),
    "balance",
    "expiry",
    layout.isCustomer ? "customer" : "email",
    "note",
    ...(layout.hasCurrency ? ["currency"] : []),
  ] as (keyof typeof words)[];
  const { delimiter, lineEnd } = layout;
  const written = (text: string) =>
    layout.quotesAll || text.includes(delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lineOf = (cells: string[]) => cells.map(written).join(delimiter);
  const cellsOf = (card: ImportRow): string[] => {
    const cells: Partial<Record<string, string>> = {
      status: "ok",
      code: layout.codeIsFormula ? `="${card.code}"` : card.code,
      original: amountText(layout, card.balanceCents * 2 + 100),
      balance: amountText(layout, card.balanceCents),
      expiry: dateText(layout, card.expiresOn),
      email: card.email ?? "",
      customer: card.email ?? "",
      note: card.note ?? "",
      currency: card.currency,
    };
    return columns.map((column) => cells[column] ?? "");
  };
  const lines = [...layout.opening, lineOf(columns.map((column) => String(words[column])))];
  const problems = new Map<number, string>();
  for (const card of cards) lines.push(lineOf(cellsOf(card)));
  const add = (column: string, line: string) => {
    lines.push(line);
    problems.set(lines.length, column);
  };
  const at = (column: keyof typeof words) => columns.indexOf(column);
  const bad: ImportRow = {
    code: "BAD0123456789",
    balanceCents: 500,
    currency: layout.currency,
    expiresOn: null,
    email: null,
    note: null,
  };
  const without = (column: keyof typeof words, cell: string) =>
    lineOf(cellsOf(bad).map((text, place) => (place === at(column) ? cell : text)));
  if (layout.fault === "n/a" || layout.fault === "-5" || layout.fault === "1 ¢") {
    add("balance", without("balance", layout.fault));
  }
  if (layout.fault === "past") add("expiry", without("expiry", "2020-01-31"));
  if (layout.fault === "no date") add("expiry", without("expiry", "31/31/2055"));
  if (layout.fault === "twice") add("code", lineOf(cellsOf(cards[0] ?? bad)));
  if (layout.fault === "shifted") {
    const cells = cellsOf(bad).map(written);
    const shifted = [`2${delimiter}500${delimiter}00`];
    add("row", cells.toSpliced(at("balance"), 1, ...shifted).join(delimiter));
  }
  if (layout.hasTotal) {
    const sum = cards.reduce((all, { balanceCents }) => all + balanceCents, 0);
    add("row", lineOf(cellsOf({ ...bad, code: words.total, balanceCents: sum })));
  }
  const dateOrder = layout.dates === "iso" ? "day-first" : layout.dates;
  const text = lines.join(lineEnd) + pick(random, ["", lineEnd]);
  return {
    text,
    bytes: bytesOf(text, layout.encoding),
    currency: layout.currency,
    cards,
    problems,
    answers: { decimalMark: layout.mark, dateOrder },
    balancePlace: at("balance"),
  };
}

function bytesOf(text: string, encoding: (typeof ENCODINGS)[number]): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") return Uint8Array.from(Buffer.from(text));
  if (encoding === "utf-8 with a mark") return Uint8Array.from(Buffer.from(`\uFEFF${text}`));
  if (encoding === "utf-16le") return Uint8Array.from(Buffer.from(`\uFEFF${text}`, "utf16le"));
  return encodeText(text, encoding);
}
