import format, { type CompiledMessage } from "icu-minify/format";
import { type Area, type Messages, messagesOf } from "./messages";

type KeyIn<Text> = {
  [Name in keyof Text & string]: Text[Name] extends string ? Name : `${Name}.${KeyIn<Text[Name]>}`;
}[keyof Text & string];

type Values = Record<string, string | number>;

export type Texts<OfArea extends Area> = (key: KeyIn<Messages[OfArea]>, values?: Values) => string;

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...given),
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
