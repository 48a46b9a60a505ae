interface DueWork {
  /** Some users whose messages are due, of those that have waited longest. */
  find(): Promise<readonly string[]>
  /** @returns whether anything of the user was sent, moved to a later time or dropped; false: another process is doing it */
  serve(userId: string): Promise<boolean>
  /** Makes what is due to the user due at a later time. */
  retryLater(userId: string): Promise<unknown>
}

/**
 * Sends what is due to each user until no message is due. A user whose message fails is tried again later, so that it does not
 * stop the users after it.
 * @throws the first error, after the others were served
 */
export async function serveDueUsers({ find, serve, retryLater }: DueWork): Promise<void> {
  const errors: unknown[] = []
  let isChanged = true
  // Without a change, other processes are sending the rest.
  while (isChanged) {
    isChanged = false
    for (const userId of await find()) {
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
