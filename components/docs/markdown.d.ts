declare module "*.md" {
  type Section = { title: string; tokens: import("marked").Token[] };

  /** A guide compiled by guide-loader.cjs. */
  const guide: { title: string; lead: string; keywords: string; sections: Section[] };
  export default guide;
}
