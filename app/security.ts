/** Request header that passes a page's path to server components. */
export const PATH_HEADER = "x-scrip-path";

// A page keeps the policy of the first page that was loaded: these are all that lead to a code field by a link.
const SCANNING_PAGES = /^\/(till|wallet|balance)(\/|$)/;

/** Whether the page at `path` may use the camera, and the WebAssembly that reads codes from its picture. */
export const scansCodes = (path: string): boolean => SCANNING_PAGES.test(path);

type PageSecurity = { nonce: string; https: boolean; development: boolean; scans: boolean };

/** The Content-Security-Policy of a page. Allows only scripts with `nonce`. */
export function contentSecurityPolicy({ nonce, https, development, scans }: PageSecurity): string {
  // In development, Next uses eval and a WebSocket.
  const evaluation = development ? " 'unsafe-eval'" : scans ? " 'wasm-unsafe-eval'" : "";
  const directives = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "style-src": "'self' 'unsafe-inline'",
    "connect-src": `'self'${development ? " ws:" : ""}`,
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    ...(https ? { "upgrade-insecure-requests": "" } : {}),
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`.trim())
    .join("; ");
}

/** The policy of the few pages that Auth.js renders: forms with inline styles, without scripts. */
export const authPagePolicy = (https: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");

/** Other security headers of a page. */
export const pageHeaders = (https: boolean, scans = false): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": `camera=(${scans ? "self" : ""}), geolocation=(), microphone=(), payment=()`,
  ...(https ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" } : {}),
});
