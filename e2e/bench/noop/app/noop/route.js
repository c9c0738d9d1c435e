// What Next itself costs: the yardstick of `npm run bench`, no part of the product.
export const dynamic = "force-dynamic";
export const POST = () => Response.json({ ok: true });
