import format, { type CompiledMessage } from "icu-minify/format";
import { type Area, type Messages, messagesOf } from "./messages";

type KeyIn<Text> = {
  [Name in keyof Text & string]: Text[Name] extends string ? Name : `${Name}.${KeyIn<Text[Name]>}`;
}[keyof Text & string];

type Values = Record<string, string | number>;

export type Texts<OfArea extends Area> = (key: KeyIn<Messages[OfArea]>, values?: Values) => string;

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...options),
};

/** An area's texts in a locale (BCP 47) outside pages; English where there is no translation. */
export function textsOf<OfArea extends Area>(locale: string, area: OfArea): Texts<OfArea> {
  const texts: unknown = messagesOf(locale)[area];
  return (key, values) => {
    const message = key
      .split(".")
      .reduce((inner: unknown, name) => (inner as Record<string, unknown>)[name], texts);
    return String(format(message as CompiledMessage, locale, values, { formatters }));
  };
}
