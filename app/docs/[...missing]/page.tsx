import { notFound } from "next/navigation";
import { titled } from "@/app/messages";

export const generateMetadata = titled("notFound");

export default function MissingPage() {
  notFound();
}
