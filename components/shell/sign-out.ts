/** Ends the session; what that takes is loaded when it is asked for. */
export async function signOut() {
  const { leave } = await import("@/components/auth/credentials");
  await leave();
}
