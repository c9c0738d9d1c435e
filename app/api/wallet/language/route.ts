import { emptyReply } from "@/lib/api/contract/portal/account";
import { LanguageBody } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { setLanguageCookie } from "@/lib/api/kernel/language-cookie";
import { chooseLanguage } from "@/lib/domain/wallet/language";

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
