// The changelog of a release.

const UNRELEASED = "## Unreleased\n";
const NOTES = "### Upgrade notes\n";
/** People read all of a release's section before they upgrade. */
const MAX_LINES = 40;

/** The lines of `text` after `heading`, up to the next heading of this or a higher level. */
function sectionAfter(/** @type {string} */ text, /** @type {string} */ heading) {
  const start = text.indexOf(`\n${heading}`);
  if (start === -1) return null;
  const rest = text.slice(start + 1 + heading.length);
  const level = heading.indexOf(" ");
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

/**
 * Turns what is unreleased into the section of a version. `date` is YYYY-MM-DD. Throws if there is nothing
 * unreleased, if it is too long, or if it doesn't say how to upgrade.
 */
export function releaseChangelog(
  /** @type {string} */ text,
  /** @type {string} */ version,
  /** @type {string} */ date,
) {
  const unreleased = sectionAfter(text, UNRELEASED);
  if (!unreleased) throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  if (unreleased.split("\n").length > MAX_LINES) {
    throw new Error(`CHANGELOG.md has more than ${MAX_LINES} lines under "## Unreleased".`);
  }
  if (!sectionAfter(`\n${unreleased}\n`, NOTES)) {
    throw new Error(
      'CHANGELOG.md has no "### Upgrade notes" under "## Unreleased", or nothing in it. Say what operators do, even ' +
        "if it is only: migrate, then replace the servers.",
    );
  }
  return text.replace(`\n${UNRELEASED}`, `\n${UNRELEASED}\n## ${version} - ${date}\n`);
}
