/** 32 letters and digits without look-alikes: no 0, 1, I or O. */
export const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** One character of the alphabet for each random byte, each as likely as any other. */
export const codeCharsOf = (random: Uint8Array): string =>
  Array.from(random, (byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join("");
