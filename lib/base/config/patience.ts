/**
 * A limit on waiting, in its own unit, times SCRIP_PATIENCE. Tests set it, because a machine that is busy with other work
 * makes everything slow at once; in production a limit is what it says.
 */
export const patient = (limit: number): number => limit * Number(process.env.SCRIP_PATIENCE || 1);
