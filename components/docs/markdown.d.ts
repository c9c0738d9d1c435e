declare module "*.md" {
  type Section = { title: string; tokens: import("marked").Token[] };

  /** What guide-loader.cjs makes of a guide. */
  const guide: { title: string; lead: string; keywords: string; sections: Section[] };
  export default guide;
}
