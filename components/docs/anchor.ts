/** The anchor of a heading or table row: "What's new" becomes #what-s-new. */
export const anchorOf = (title: string) =>
  title.toLowerCase().replace(/\W+/g, "-").replace(/^-|-$/g, "");
