/** How samples name the API key: in a shell, in Node, in Python, and where it is saved. */
const KEY_PLACEHOLDER =
  /\$\{process\.env\.SCRIP_KEY\}|\{os\.environ\['SCRIP_KEY'\]\}|\$SCRIP_KEY\b|scrip_(?:live|test)_…/g;

export const usesKey = (code: string): boolean => code.search(KEY_PLACEHOLDER) >= 0;

/** Replaces the placeholders of an API key in a sample. */
export const replaceKey = (code: string, replace: (placeholder: string) => string): string =>
  code.replace(KEY_PLACEHOLDER, replace);
