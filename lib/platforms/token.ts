import { seal, unseal } from "../secrets";

type Owner = { merchantId: string; id: string };

const contextOf = ({ merchantId, id }: Owner): string => `${merchantId}:${id}`;

/** The token, or shared secret, of a connection as it is stored; opens only for its own. */
export const sealToken = (connection: Owner, token: string): string =>
  seal("platform-token", contextOf(connection), token);

export const openToken = (connection: Owner, sealed: string): string =>
  unseal("platform-token", contextOf(connection), sealed);
