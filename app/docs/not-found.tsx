import { useTranslations } from "next-intl";
import { NoSuchPage } from "@/components/kit/page/no-such-page";

export default function NotFound() {
  return <NoSuchPage href="/docs" label={useTranslations("common")("notFound.toReference")} />;
}
