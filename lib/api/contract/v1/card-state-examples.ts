import { type Example, sameBody } from "@/lib/api/contract/shapes";
import { maskCode, sealCode, unsealCode } from "@/lib/domain/cards/code";
import type { Replaced } from "@/lib/domain/cards/replace";
import type { Card } from "@/lib/ledger/post/records";
import { cardWith } from "./examples";

const successorId = "0197a71e-4d0c-7a35-b6f2-8e9fa0b1c2d3";
const at = "2026-01-31T15:20:11.874Z";

export const freezeExample: Example<{ card: Card }> = {
  body: sameBody({ reason: "Reported lost" }),
  result: () => ({
    card: cardWith({
      balanceCents: 4_050,
      sequence: 2,
      frozenReason: "Reported lost",
      updatedAt: at,
    }),
  }),
};

export const unfreezeExample: Example<{ card: Card }> = {
  body: sameBody({}),
  result: () => ({ card: cardWith({ balanceCents: 4_050, sequence: 2, updatedAt: at }) }),
};

export const replaceExample: Example<Replaced> = {
  body: sameBody({ cardType: "physical" }),
  result: () => {
    const old = cardWith({ ownerEmail: "ada@example.com", sequence: 4, updatedAt: at });
    const { sealedCode: oldCode, ...replaced } = old;
    const { merchantId } = old;
    const sealedCode = sealCode({ merchantId, id: successorId }, "GH4588XK2M7R9PLW");
    return {
      card: {
        ...old,
        id: successorId,
        sealedCode,
        cardType: "physical",
        balanceCents: 4_050,
        sequence: 1,
        createdAt: at,
      },
      replaced: {
        ...replaced,
        maskedCode: maskCode(unsealCode({ ...replaced, sealedCode: oldCode })),
        status: "disabled",
        replacedById: successorId,
      },
      createdBy: "",
    };
  },
};
