/** Choices by random numbers from 0 to below 1. */
export type Choices = {
  random: () => number;
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number;
  /** One of the list, or undefined if it is empty. */
  pick: <T>(list: readonly T[]) => T | undefined;
  chance: (share: number) => boolean;
  /** One of the list by weight. Throws if it is empty. */
  byWeight: <T>(list: readonly (readonly [weight: number, item: T])[]) => T;
};

/** Makes choices that repeat if `random` does. */
export const choicesBy = (random: () => number): Choices => ({
  random,
  below: (limit) => Math.floor(random() * limit),
  pick: (list) => list[Math.floor(random() * list.length)],
  chance: (share) => random() < share,
  byWeight: (list) => {
    let at = random() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of list) {
      if (at < weight) return item;
      at -= weight;
    }
    throw new Error("There is nothing to choose from.");
  },
});
