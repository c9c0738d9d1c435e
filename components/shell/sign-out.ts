/** Signs out. Its code loads on demand. */
export async function signOut() {
  const { leave } = await import("@/components/auth/credentials");
  await leave();
}
