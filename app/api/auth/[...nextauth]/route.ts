import { NextRequest } from "next/server";
import { handlers } from "@/app/auth";
import { readForm } from "@/lib/http/body";
import { replyRefusal } from "@/lib/http/respond";

export const { GET } = handlers;

/** Limits the size of the body before Auth.js reads it, and accepts only forms. */
export async function POST(request: NextRequest): Promise<Response> {
  try {
    const { url, headers } = request;
    const form = await readForm(request);
    return await handlers.POST(new NextRequest(url, { method: "POST", headers, body: form }));
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}
