/** What an update changes, for the audit log: `{ name: { from, to } }` of every field that differs. */
export const changesBetween = <T extends object>(
  before: T,
  wanted: Partial<{ [K in keyof T]: T[K] | undefined }>,
): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(
    Object.entries(wanted)
      .map(([name, to]) => [name, { from: before[name as keyof T], to }] as const)
      .filter(([, { from, to }]) => to !== undefined && differ(from, to)),
  );

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
