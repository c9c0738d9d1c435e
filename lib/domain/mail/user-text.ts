const MAX_NAME_CHARS = 100;
const MAX_NOTE_CHARS = 500;
const MAX_EMAIL_CHARS = 254;

// Control and format characters, such as direction marks; not the two joiners that scripts and emoji need.
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;
const JOINERS = "\u200C\u200D";

const withoutHidden = (text: string): string =>
  text.replace(HIDDEN, (one) => (JOINERS.includes(one) ? one : ""));

const cut = (text: string, max: number): string => {
  const chars = [...text];
  return chars.length > max ? `${chars.slice(0, max - 1).join("")}…` : text;
};

// Characters that make a web or email address out of words, the full-width ones too.
const LINKING = /([.:/@\\．。｡：／＠])(?=[\p{L}\p{N}/\\／[])/gu;
const ZERO_WIDTH_SPACE = "\u200B";

/** Puts an invisible break into addresses, so that email clients don't turn them into links. */
const unlinked = (text: string): string => text.replace(LINKING, `$1${ZERO_WIDTH_SPACE}`);

const oneLine = (text: string): string => withoutHidden(text.replace(/\s+/g, " ")).trim();

/** A name that someone typed, for an email: one line, cut, never a link. */
export const safeName = (name: string): string => unlinked(cut(oneLine(name), MAX_NAME_CHARS));

/** A sentence that another server wrote, for an email. */
export const safeSentence = (text: string): string => unlinked(cut(oneLine(text), MAX_NOTE_CHARS));

/** An email address that is not the recipient's, for an email: never a link. */
export const safeEmail = (email: string): string => unlinked(cut(oneLine(email), MAX_EMAIL_CHARS));

/** A note or message that someone typed, for an email: its lines, cut, never a link. */
export const safeNote = (note: string): string => {
  const lines = note.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return unlinked(cut(text, MAX_NOTE_CHARS));
};
