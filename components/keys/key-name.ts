import { typedName } from "@/components/typed";

/** What a key is called. */
export const KeyName = typedName("Give the key a name, such as the till it is for.");
