/** The user data that the greeting of a mail depends on. */
export interface GreetedUser {
  name: string
  emailConfirmedAt: Date | null
}

/**
 * The first line of a mail. A name is user text, so it goes only to confirmed addresses: otherwise a person could
 * register another person's address and send text to it.
 */
export function greetingLine({ name, emailConfirmedAt }: GreetedUser): string {
  return emailConfirmedAt && name.trim() ? `Hello ${name.trim()},` : 'Hello,'
}
