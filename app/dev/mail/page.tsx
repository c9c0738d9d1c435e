import { notFound } from "next/navigation";
import { Messages, titled } from "@/app/messages";
import { Providers } from "@/components/kit/api/providers";
import { keepsMail } from "@/lib/domain/mail/list-mails";
import { MailView } from "./mail-view";

export const generateMetadata = titled("mail");

export default function DevMailPage() {
  if (!keepsMail()) notFound();
  return (
    <Messages areas={["mail"]}>
      <Providers>
        <MailView />
      </Providers>
    </Messages>
  );
}
