import release from "@/package.json" with { type: "json" };

/** The version of this release. */
export const VERSION = release.version;

/**
 * The oldest release whose servers can work with the tables and functions of this one: the minor version before it,
 * set by `npm run release`. The first release has none before it.
 */
export const OLDEST_COMPATIBLE = release.oldestCompatible;
