import type { ComponentType } from "react";
import { expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import { confirmation } from "./confirmation";
import { field, name, text } from "./fields";
import { formDialog } from "./form-dialog";

const cashiers = { texts: "cashiers", refresh: () => [["cashiers"]] } as const;
const ofCashier = { ...cashiers, subject: (props: { cashier: { id: string } }) => props.cashier };
type Shown = ComponentType<object & { onClose: () => void }>;
const pin = text("PIN", { schema: z.string() });

test("a declaration is a component if the operation knows its fields", () => {
  const dialog = formDialog(cashiers, "add", {
    operation: ["POST", "/api/portal/cashiers"],
    fields: () => ({ name: name("Name"), pin }),
  });
  expectTypeOf(dialog).toEqualTypeOf<Shown>();
});

test("a field that the operation doesn't know, or of another type, needs a body", () => {
  const misnamed = formDialog(cashiers, "add", {
    operation: ["POST", "/api/portal/cashiers"],
    fields: () => ({
      name: name("Name"),
      pin,
      maxDayInCent: text("Limit", { schema: z.string() }),
    }),
  });
  expectTypeOf(misnamed).toEqualTypeOf<{ lacks: "body" }>();

  const mistyped = formDialog(cashiers, "add", {
    operation: ["POST", "/api/portal/cashiers"],
    fields: () => ({ name: name("Name"), pin: field(z.number(), 0, () => null) }),
  });
  expectTypeOf(mistyped).toEqualTypeOf<{ lacks: "body" }>();

  const given = formDialog(cashiers, "add", {
    operation: ["POST", "/api/portal/cashiers"],
    fields: () => ({ title: name("Name"), pin }),
    body: ({ title, ...typed }) => ({ name: title, ...typed }),
  });
  expectTypeOf(given).toEqualTypeOf<Shown>();
});

test("a path with parameters needs a subject that has them", () => {
  const operation = ["POST", "/api/portal/cashiers/{id}/deactivate"] as const;
  const lacking = confirmation(cashiers, "deactivate", { operation });
  expectTypeOf(lacking).toEqualTypeOf<{ lacks: "subject" }>();
  const whole = confirmation(ofCashier, "deactivate", { operation });
  expectTypeOf(whole).toExtend<ComponentType<{ cashier: { id: string }; onClose: () => void }>>();
});
