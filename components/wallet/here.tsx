const parts = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** A day and time where the reader is, with the zone's name; to the second on hover. */
export function Here({ at }: { at: string }) {
  const moment = new Date(at);
  const exact = { ...parts, second: "2-digit", timeZoneName: "long" } as const;
  return (
    <time dateTime={at} title={new Intl.DateTimeFormat(undefined, exact).format(moment)}>
      {new Intl.DateTimeFormat(undefined, parts).format(moment)}
    </time>
  );
}
