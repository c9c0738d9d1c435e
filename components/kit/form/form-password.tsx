import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { cx } from "@/components/kit/ui/cx";
import { Field, Input } from "@/components/kit/ui/field";
import { type FormTextProps, registeredField } from "./form-text";

/** A password input with a button that shows what was typed. */
function PasswordInput({ className, ...props }: ComponentProps<"input">) {
  const t = useTranslations("common");
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={visible ? "text" : "password"} className={cx("pr-11", className)} />
      <button
        type="button"
        aria-controls={props.id}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink focus-visible:outline-offset-[-4px]"
      >
        <Icon className="size-4" aria-hidden />
        <span className="sr-only">
          {t(visible ? "fields.hidePassword" : "fields.showPassword")}
        </span>
      </button>
    </div>
  );
}

/** A form's field for a password, PIN or token. Apart from FormText, because most forms have none. */
export const FormPassword = <Typed extends FieldValues, Values>(
  props: Omit<FormTextProps<Typed, Values>, "type">,
) => {
  const { form, name, label, help, optional, ...input } = props;
  const { error, ...registered } = registeredField({ form, name });
  return (
    <Field label={label} help={help} optional={optional} error={error}>
      {(control) => <PasswordInput {...control} {...input} {...registered} />}
    </Field>
  );
};
