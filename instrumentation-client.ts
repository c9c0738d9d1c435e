/** What a proxy responds while the server behind it is away. */
const AWAY_STATUSES = [502, 503, 504];

const send = window.fetch;

// The router waits for a server that it can't reach (`useOffline` in next.config.ts), but it would leave for the error
// page of a proxy.
window.fetch = async (input, init) => {
  const response = await send(input, init);
  if (AWAY_STATUSES.includes(response.status) && new Headers(init?.headers).has("RSC")) {
    throw new TypeError(`The server is away: ${response.status}`);
  }
  return response;
};

export {};
