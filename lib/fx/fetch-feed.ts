import { request } from "undici";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * The text of the feed. Throws when it does not arrive whole within ten seconds, is larger than
 * 256 KB, is no UTF-8 or comes with another status than 200; redirects are not followed.
 */
export async function fetchFeed(url: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await request(url, { signal, headers: { accept: "application/xml, text/xml" } });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      answer.body.destroy();
      throw new Error("the feed is larger than it can be");
    }
    chunks.push(chunk);
  }
  if (answer.statusCode !== 200) throw new Error(`the feed answered ${answer.statusCode}`);
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}
