import { type ComponentProps, useState } from "react";
import { pageLocale } from "@/components/kit/locale/locale";
import { Combobox } from "@/components/kit/ui/select";

type Props = Omit<ComponentProps<typeof Combobox>, "options" | "what">;

/** Select for a time zone, with its current UTC offset. */
export function ZoneSelect({ value, ...props }: Props) {
  const [zones] = useState(zonesOfToday);
  // The saved zone's name may not be in this browser's list.
  const options = zones.some((zone) => zone.value === value)
    ? zones
    : [zoneOption(value), ...zones];
  return <Combobox {...props} value={value} options={options} />;
}

// The server accepts only region names and UTC, not the abbreviations that some browsers list.
const zonesOfToday = () =>
  ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"))].map(
    zoneOption,
  );

const zoneOption = (name: string) => ({
  value: name,
  label: name.replaceAll("_", " "),
  hint: utcOffsetOf(name),
});

/** UTC offset, such as "GMT+2". */
const utcOffsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { timeZone, timeZoneName: "shortOffset" })
    .formatToParts()
    .find((part) => part.type === "timeZoneName")?.value ?? "";
