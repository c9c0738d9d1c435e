import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { renderMail } from "@/lib/outbox/send-mails";
import { useTestDatabase } from "@/lib/testing/database";
import { anyone, consumerWithWallet, mailsTo, storeWithCards } from "@/lib/testing/wallet";
import { disable } from "../cards/disable";
import { expireGifts } from "./expire";
import { sendGift } from "./send";
import { acceptGift, cancelGift, declineGift } from "./settle";

useTestDatabase();

async function sent() {
  const [sender, recipientEmail] = [await consumerWithWallet(), anyone()];
  const { ctx, card } = await storeWithCards({ name: "Corner Bakery" });
  const { id: cardId } = await card(2_500, sender.email);
  const order = { cardId, senderId: sender.id, amountCents: 1_000, recipientEmail };
  const { gift } = await sendGift(ctx(), order);
  const told = async () =>
    await Promise.all(
      (await mailsTo(sender.email))
        .filter(({ template }) => template === "gift_settled")
        .map((mail) => renderMail(mail)),
    );
  return { ctx, cardId, sender, gift, email: recipientEmail, told };
}

test("the sender hears once that a gift was accepted, and of nothing that was refused", async () => {
  const { ctx, gift, email, told } = await sent();
  await acceptGift(ctx(), { giftId: gift.id, email });
  await declineGift(ctx(), { giftId: gift.id, email }).catch(() => {});
  const [mail, ...more] = await told();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`Your gift to ${email} was accepted`);
  expect(mail?.text).toContain("$10.00 gift card for Corner Bakery");
  expect(mail?.text).not.toContain("returned");
});

test("the sender hears that a gift was declined, and where its money is", async () => {
  const [plain, onNewCard] = [await sent(), await sent()];
  await disable(onNewCard.ctx(), { cardId: onNewCard.cardId });
  for (const { ctx, gift, email } of [plain, onNewCard]) {
    await declineGift(ctx(), { giftId: gift.id, email });
  }
  const [[first], [second]] = [await plain.told(), await onNewCard.told()];
  expect(first?.subject).toBe(`Your gift to ${plain.email} was declined`);
  expect(first?.text).toContain("The amount was returned to the card you sent it from.");
  expect(second?.text).toContain("to a new card in your wallet");
});

test("the sender hears that nobody accepted a gift in time", async () => {
  const { gift, email, told } = await sent();
  await pg()`update gifts set expires_at = now() - interval '1 second' where id = ${gift.id}`;
  await expireGifts();
  const [mail] = await told();
  expect(mail?.subject).toBe(`Your gift to ${email} expired`);
});

test("who takes a gift back gets no mail about it", async () => {
  const { ctx, gift, sender, told } = await sent();
  await cancelGift(ctx(), { giftId: gift.id, senderId: sender.id });
  expect(await told()).toEqual([]);
});

test("a gift's mail names who sent it and where it can be spent", async () => {
  const { sender, email } = await sent();
  const [mail] = await mailsTo(email);
  const { subject, text } = await renderMail(mail);
  expect(subject).toBe(`A gift card from ${sender.email} for Corner Bakery`);
  expect(text).toContain("gift card for Corner Bakery");
});
