/** The seed of a run's random tests, which print it to repeat them. */
export const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);

/** How many times the steps of a commit's random tests are taken: `npm run test:all` sets ten. */
const SCALE = Number(process.env.TEST_SCALE ?? 1);

/** The runs or steps of a random test: `few` to guard a commit, more to guard a release. */
export const scaled = (few: number): number => few * SCALE;

/** mulberry32: random numbers from 0 to 1 that a seed repeats. */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in a random order. */
export const shuffle = <T>(random: () => number, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
