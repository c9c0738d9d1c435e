import { StoreLogo } from "./store-logo";

/** A store's name next to its logo, at the top of its pages. */
export const StoreName = ({ store }: { store: { name: string; logoUrl: string | null } }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    <StoreLogo url={store.logoUrl} />
    <span className="truncate text-lg font-semibold tracking-tight">{store.name}</span>
  </div>
);
