import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OperationView } from "@/components/docs/operation-view";
import { languages } from "@/components/docs/samples";
import { reference } from "../../reference";

type Props = {
  params: Promise<{ operation: string }>;
  searchParams: Promise<{ shape?: string | string[]; lang?: string | string[] }>;
};

const operationOf = async ({ params }: Props) => {
  const { operation } = await params;
  return reference().operations.find(({ slug }) => slug === operation);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [operation, t] = [await operationOf(props), await getTranslations("titles")];
  return { title: operation?.summary ?? t("notFound") };
}

export default async function OperationPage(props: Props) {
  const operation = await operationOf(props);
  if (!operation) notFound();
  const { shape, lang } = await props.searchParams;
  return (
    <OperationView
      operation={operation}
      schemas={reference().schemas}
      shape={shape === "B" ? "B" : "A"}
      language={languages.find((language) => language === lang) ?? "curl"}
      origin={reference().origin}
    />
  );
}
