type Props = {
  /** Accessible label. */
  label: string;
  done: number;
  total: number;
};

export function Progress({ label, done, total }: Props) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-2 overflow-hidden rounded-full bg-hover"
    >
      <div
        className="h-full rounded-full bg-accent-text transition-[width] duration-150"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
