/** A key of the keyboard. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-control/60 bg-sunken px-1 font-mono text-xs text-muted">
    {children}
  </kbd>
);
