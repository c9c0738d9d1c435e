import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { GuidePage } from "@/components/docs/guide-page";
import { guides } from "@/components/docs/pages";
import { reference } from "../reference";

type Props = { params: Promise<{ guide: string[] }> };

const guideOf = async ({ params }: Props) => guides.get((await params).guide.join("/"));

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations("titles");
  return { title: (await guideOf(props))?.title ?? t("notFound") };
}

export default async function Page(props: Props) {
  const guide = await guideOf(props);
  if (!guide) notFound();
  return <GuidePage guide={guide} origin={reference().origin} />;
}
