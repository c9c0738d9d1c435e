import { useTranslations } from "next-intl";
import { NoSuchPage } from "@/components/kit/page/no-such-page";

export default function NotFound() {
  return <NoSuchPage href="/" label={useTranslations("common")("notFound.toDashboard")} />;
}
