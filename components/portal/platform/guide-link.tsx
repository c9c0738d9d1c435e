import type { ReactNode } from "react";
import { TextLink } from "@/components/kit/ui/text-link";

/** Links a message's text to the guide on connecting one's own shop. */
export const guideLink = (text: ReactNode) => <TextLink href="/docs/own-shop">{text}</TextLink>;
