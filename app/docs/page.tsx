import { DocsHome } from "@/components/docs/home";
import { reference } from "./reference";

export default function DocsPage() {
  const { operations, origin } = reference();
  return <DocsHome operations={operations} origin={origin} />;
}
