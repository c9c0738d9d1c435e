import { expect, test } from "vitest";
import { decodeFile } from "@/components/portal/batches/decode-file";
import { previewOf } from "@/components/portal/batches/import-file";
import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { pg } from "@/lib/db/client/client";
import { checkFile, type ImportFile } from "@/lib/domain/batches/import/check";
import { startImport } from "@/lib/domain/batches/import/start";
import { batchWorker } from "@/lib/domain/batches/work";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { LAYOUTS, type OtherFile, writeOtherFile } from "@/lib/testing/other-systems";
import { storeWithPeople } from "@/lib/testing/portal";
import { randomBy, SEED } from "@/lib/testing/random";

const FILES_OF_A_LAYOUT = 10;

/** The file as a person sends it: read as guessed, or as they choose if the words are wrong. */
async function chosenFile({ bytes, text, currency, balancePlace }: OtherFile): Promise<ImportFile> {
  const blob = new Blob([bytes]);
  const guessed = await decodeFile(blob);
  const { text: csv } =
    guessed.text === text || guessed.isCertain
      ? guessed
      : await decodeFile(blob, guessed.encoding === "macintosh" ? "windows-1252" : "macintosh");
  const preview = await previewOf(csv);
  const places = preview?.places ?? {};
  // Only of several amounts the balance is left to the person.
  if (places.balance === undefined) expect(preview?.amounts.length).toBeGreaterThan(1);
  return { csv, currency, columns: { ...places, balance: places.balance ?? balancePlace } };
}

/** Checks a file, and answers what the server asks. */
async function checkAsked(ctx: Ctx, file: ImportFile, { answers }: OtherFile) {
  const asked: ImportFile = { ...file };
  for (;;) {
    try {
      return { asked, checked: await checkFile(ctx, asked) };
    } catch (error) {
      const path = isRefusal(error) ? error.options.fields?.[0]?.path : undefined;
      if (path === "decimalMark" && !asked.decimalMark) asked.decimalMark = answers.decimalMark;
      else if (path === "dateOrder" && !asked.dateOrder) asked.dateOrder = answers.dateOrder;
      else throw error;
    }
  }
}

test("files of ten other systems are imported as they were meant, but for the lines that are refused with their reasons", async () => {
  const random = randomBy(SEED);
  const guesses = { right: 0, wrong: 0 };
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    for (let n = 0; n < FILES_OF_A_LAYOUT; n++) {
      const about = `TEST_SEED=${SEED}: file ${n} of ${name}`;
      const { merchantId, owner, ctx: ctxOf } = await storeWithPeople();
      const ctx = () => ctxOf(`user:${owner.userId}`);
      const file = writeOtherFile(random, layout);
      const guess = await decodeFile(new Blob([file.bytes]));
      if (!guess.isCertain) guesses[guess.text === file.text ? "right" : "wrong"]++;

      const { asked, checked } = await checkAsked(ctx(), await chosenFile(file), file);
      const lines = new Set(checked.problems.map(({ line }) => line));
      const told = `${about}\n${file.text.slice(0, 1_500)}`;
      expect([...lines], told).toEqual([...file.problems.keys()]);
      for (const [line, column] of file.problems) {
        expect(checked.problems, told).toContainEqual(expect.objectContaining({ line, column }));
      }
      expect(checked.good, told).toEqual(file.cards);

      const kind = { name, cardType: "physical", cards: checked.good.length } as const;
      await startImport(ctx(), { ...asked, ...kind });
      await batchWorker.runDue();
      const [stored] = await pg()`select count(*)::int as cards, sum(balance_cents)::text as cents,
          count(*) filter (where expires_on >= '2050-01-01')::int as dates, count(owner_id)::int as owners
        from cards where merchant_id = ${merchantId}`;
      expect(stored, told).toEqual({
        cards: file.cards.length,
        cents: String(file.cards.reduce((sum, { balanceCents }) => sum + balanceCents, 0)),
        dates: file.cards.filter(({ expiresOn }) => expiresOn).length,
        owners: file.cards.filter(({ email }) => email).length,
      });
    }
  }
  await expectNoProblems();
  // A wrong guess is seen in the words and corrected, but a right one is the rule.
  expect(guesses.wrong, `TEST_SEED=${SEED}`).toBeLessThan(guesses.right / 10);
});
