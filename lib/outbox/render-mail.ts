import { textOf, wordsOf } from "./templates";

export type RenderedMail = { to: string; subject: string; text: string; html: string };

/** A mail as it is sent, from what the outbox holds of it. Throws for a template that does not exist. */
export async function renderMail(payload: unknown): Promise<RenderedMail> {
  const { to, words } = wordsOf(payload);
  // Loaded by whoever first sends one: it weighs more than all the rest of the server.
  const { htmlOf } = await import("./mail-html");
  return { to, subject: words.subject, text: textOf(words), html: await htmlOf(words) };
}
