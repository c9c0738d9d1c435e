import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuideView } from "@/components/docs/guide-view";
import { guides } from "@/components/docs/pages";
import { reference } from "../reference";

type Props = { params: Promise<{ guide: string }> };

const guideOf = async ({ params }: Props) => {
  const { guide } = await params;
  return guides.find(({ slug }) => slug === guide);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await guideOf(props))?.title ?? "Page not found" };
}

export default async function GuidePage(props: Props) {
  const guide = await guideOf(props);
  if (!guide) notFound();
  return <GuideView slug={guide.slug} origin={reference().origin} />;
}
