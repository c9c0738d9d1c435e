import { type Control, Controller, type FieldValues, type Path } from "react-hook-form";
import type { CardType } from "@/components/types";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";

const options: Record<CardType, { value: CardType; label: string; help: string }> = {
  digital: { value: "digital", label: "Digital", help: "Sent or shown on a screen" },
  physical: { value: "physical", label: "Physical", help: "Printed with its code" },
};

type Props<Typed extends FieldValues, Values> = {
  control: Control<Typed, unknown, Values>;
  name: Path<Typed>;
  /** In which order they are offered. */
  types: readonly CardType[];
};

/** A form's field for what kind of card is made. */
export const CardTypeField = <Typed extends FieldValues, Values>(props: Props<Typed, Values>) => (
  <Controller
    control={props.control}
    name={props.name}
    render={({ field, fieldState }) => (
      <FieldGroup legend="Type" error={fieldState.error?.message}>
        <RadioGroup
          label="Type"
          value={field.value}
          onValueChange={field.onChange}
          options={props.types.map((type) => options[type])}
        />
      </FieldGroup>
    )}
  />
);
