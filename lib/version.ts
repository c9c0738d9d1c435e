import { version } from "../package.json";

/** The version of this release. */
export const VERSION = version;
