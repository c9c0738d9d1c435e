import { expect, test } from "vitest";
import { newId } from "../ids";
import { limitReads, MAX_READS_UNDER_WAY } from "./reads-under-way";

/** A store whose reads last until `finish` is called. */
function reader() {
  const principal = { merchantId: newId(), actor: "key:1" };
  const ends: (() => void)[] = [];
  const read = () => limitReads(principal, () => new Promise<void>((end) => ends.push(end)));
  const finish = () => {
    for (const end of ends.splice(0)) end();
  };
  return { read, finish };
}

test("a store has at most 32 reads under way; the next waits a second, and others don't", async () => {
  const { read, finish } = reader();
  const reads = Array.from({ length: MAX_READS_UNDER_WAY }, read);
  await expect(read()).rejects.toMatchObject({
    code: "rate_limited",
    options: { headers: { "Retry-After": "1" } },
  });
  const other = reader();
  const elsewhere = other.read();
  other.finish();
  await elsewhere;

  finish();
  await Promise.all(reads);
  const again = Array.from({ length: MAX_READS_UNDER_WAY }, read);
  finish();
  await Promise.all(again);
});

test("a read that fails no longer counts as running", async () => {
  const principal = { merchantId: newId(), actor: "key:1" };
  for (let n = 0; n <= MAX_READS_UNDER_WAY; n++) {
    const failing = limitReads(principal, () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
  }
});
