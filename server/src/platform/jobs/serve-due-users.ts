interface DueWork {
  /** Finds some of the users whose due messages have waited longest. */
  find(): Promise<readonly string[]>
  /** @returns true if a message of the user was sent, postponed or dropped; false if another process serves the user */
  serve(userId: string): Promise<boolean>
  /** Postpones the due messages of the user. */
  retryLater(userId: string): Promise<unknown>
}

/**
 * Sends the due messages of all users. If a message of a user fails, the messages of this user are postponed, so that
 * they do not block other users.
 * @param signal aborted when no further user is to be served
 * @throws the first error, after the others were served
 */
export async function serveDueUsers(
  { find, serve, retryLater }: DueWork,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  let isChanged = true
  // Without a change, no message is due, or other processes are sending the rest.
  while (isChanged) {
    isChanged = false
    for (const userId of await find()) {
      if (signal?.aborted) return
      try {
        if (await serve(userId)) isChanged = true
      } catch (error) {
        errors.push(error)
        await retryLater(userId)
        isChanged = true
      }
    }
  }
  if (errors.length > 0) throw errors[0]
}
