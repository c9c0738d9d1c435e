/** A page of the reference as the navigation and the search show it. */
export type NavEntry = {
  href: string;
  label: string;
  method?: string;
  /** Other words by which it is found. */
  also: string;
};

export type NavGroup = { title: string; entries: NavEntry[] };
