import { type Answer, answerOf } from "@/e2e/support/client";
import { findRoute } from "@/lib/testing/requests";

/** Calls the route of a path with a request, without a server. Returns the whole response. */
export async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const request = new Request(new URL(path, "http://localhost:3000"), init);
  const { load, params } = await findRoute(new URL(request.url).pathname);
  const handle = (await load())[request.method as "GET"];
  return await answerOf(await handle(request, { params: Promise.resolve(params) }));
}
