import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/app/messages";
import { Till } from "@/components/till/till";

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations("till");
  return {
    title: t("title"),
    manifest: "/till/manifest.webmanifest",
    icons: { icon: "/favicon.svg", apple: "/till/icon-192.png" },
    appleWebApp: { capable: true, title: t("appName") },
  };
};

export default function TillPage() {
  return (
    <Messages areas={["till", "scan"]}>
      <Till />
    </Messages>
  );
}
