import { Delete } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = { onDigits: (digits: string) => void; onDelete: () => void; withDoubleZero?: boolean };

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const keyClasses =
  "grid h-16 place-items-center rounded-md border border-control/60 bg-surface text-2xl font-medium tabular-nums select-none hover:bg-hover active:bg-hover md:h-18 [@media(max-height:740px)]:h-12";

/** Big digits for fingers. They leave the focus in the field, where a keyboard types the same. */
export function Keypad({ onDigits, onDelete, withDoubleZero }: Props) {
  const t = useTranslations("till");
  const key = (label: string) => (
    <button
      key={label}
      type="button"
      tabIndex={-1}
      className={keyClasses}
      onClick={() => onDigits(label)}
    >
      {label}
    </button>
  );
  return (
    <fieldset
      className="grid grid-cols-3 gap-2"
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <legend className="sr-only">{t("keypad.label")}</legend>
      {digits.map(key)}
      {withDoubleZero ? key("00") : <span />}
      {key("0")}
      <button
        type="button"
        tabIndex={-1}
        className={keyClasses}
        aria-label={t("keypad.delete")}
        onClick={onDelete}
      >
        <Delete className="size-7" aria-hidden />
      </button>
    </fieldset>
  );
}
