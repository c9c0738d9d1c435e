import { NextRequest } from "next/server";
import { handlers } from "@/app/auth";
import { replyFacts } from "@/lib/context";
import { readForm } from "@/lib/http/body";
import { replyRefusal } from "@/lib/http/respond";
import { newRequestId } from "@/lib/ids";

export const { GET } = handlers;

/** Bounds the body before the library reads all of it, and lets nothing but a form through. */
export async function POST(request: NextRequest): Promise<Response> {
  try {
    const { url, headers } = request;
    const form = await readForm(request);
    return await handlers.POST(new NextRequest(url, { method: "POST", headers, body: form }));
  } catch (thrown) {
    return replyRefusal(thrown, replyFacts(newRequestId()), false);
  }
}
