import release from "../package.json" with { type: "json" };

/** The version of this release. */
export const VERSION = release.version;
