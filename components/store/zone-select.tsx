"use client";

import { type ComponentProps, useState } from "react";
import { Combobox } from "@/components/ui/select";

type Props = Omit<ComponentProps<typeof Combobox>, "options" | "what">;

/** A time zone by its city, with how far its clocks are from Greenwich today. */
export function ZoneSelect({ value, ...props }: Props) {
  const [zones] = useState(zonesOfToday);
  // A zone may be known to the server by a name that this browser does not list.
  const options = zones.some((zone) => zone.value === value) ? zones : [zoneOf(value), ...zones];
  return <Combobox {...props} value={value} options={options} what="time zone" />;
}

// The server takes regions and UTC alone, none of the abbreviations that browsers may list.
const zonesOfToday = () =>
  ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"))].map(zoneOf);

const zoneOf = (name: string) => ({
  value: name,
  label: name.replaceAll("_", " "),
  hint: distanceOf(name),
});

/** "GMT+2" */
const distanceOf = (timeZone: string): string =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" })
    .formatToParts()
    .find((part) => part.type === "timeZoneName")?.value ?? "";
