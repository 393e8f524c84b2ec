const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether an id in the address can be a project's id at all (SPEC §5); anything else leads back to the list. */
export function isProjectId(id: string | undefined): id is string {
  return id !== undefined && UUID.test(id)
}
