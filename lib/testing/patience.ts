// How long the tests wait. A test only waits as long if it fails, or the machine is busy with other work.

/** Times the product's own limits on waiting; see lib/base/config/patience.ts. A test whose subject is one of them sets `IMPATIENT`. */
export const PATIENT = { SCRIP_PATIENCE: "10" };
/** The limits of production. */
export const IMPATIENT = { SCRIP_PATIENCE: "1" };

/** For a test or a hook. */
export const TEST_TIMEOUT_MS = 300_000;
/** For a condition that a test polls, an element of a page, and one action on it. */
export const POLL_TIMEOUT_MS = 60_000;
