import { cx } from "@/components/kit/ui/cx";

type Props = {
  url: string | null;
  /** What the logo says, where the store's name isn't next to it. */
  alt?: string;
  className?: string;
};

/** A store's logo, if it has one. */
export const StoreLogo = ({ url, alt = "", className }: Props) =>
  url && (
    <img
      src={url}
      alt={alt}
      decoding="async"
      className={cx("h-8 max-w-32 shrink-0 rounded-sm object-contain", className)}
    />
  );

/** A store's name next to its logo, at the top of its pages. */
export const StoreName = ({ store }: { store: { name: string; logoUrl: string | null } }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    <StoreLogo url={store.logoUrl} />
    <span className="truncate text-lg font-semibold tracking-tight">{store.name}</span>
  </div>
);
