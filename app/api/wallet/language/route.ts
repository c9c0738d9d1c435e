import { chooseLanguage } from "@/lib/consumers/language";
import { emptyReply } from "@/lib/contract/account";
import { LanguageBody } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";
import { setLanguageCookie } from "@/lib/http/language-cookie";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  consumer: "known",
  body: LanguageBody,
  reply: emptyReply,
  handle: async (ctx, { body }) => {
    const saved = await chooseLanguage(ctx, body);
    setLanguageCookie(ctx, body.language);
    return saved;
  },
});
